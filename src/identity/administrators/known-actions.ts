/** Every action that can be granted, by what it belongs to. */

import type { ContentType, Schema } from '../../schema/schema.ts'
import { actionName, DRAFTS_ACTION } from '../access/content-actions.ts'
import { writableNames } from '../access/resolve-grant.ts'
import { knownActions } from '../access/role-actions.ts'

export interface ActionOwner {
  /** What stands before the action's name: `api::article.article`, `plugin::users-permissions.auth`. */
  readonly uid: string
  readonly actions: readonly string[]
  /** The attributes that lists of fields may name; `null` where there are none to list. */
  readonly fields: readonly string[] | null
  /** The attributes that a list of fields to write may name. */
  readonly writeFields: readonly string[] | null
}

/** The types of the project first, then the plug-ins. */
export function actionOwners(schema: Schema): readonly ActionOwner[] {
  return [...knownActions(schema)].flatMap(([owner, controllers]) =>
    [...controllers].map(([controller, actions]) => {
      const uid = `${owner}.${controller}`
      const type = schema.types.get(uid)
      return {
        uid,
        // The list of Strapi's shape does not have it.
        actions: type?.draftAndPublish === true ? [...actions, DRAFTS_ACTION] : actions,
        fields: type === undefined ? null : fieldsOf(type),
        writeFields: type === undefined ? null : writableNames(type),
      }
    }),
  )
}

/** Full names: `api::article.article.find`. */
export function knownActionNames(schema: Schema): readonly string[] {
  return actionOwners(schema).flatMap(({ uid, actions }) => actions.map(action => actionName(uid, action)))
}

/** What is private is never granted. */
function fieldsOf({ attributes }: ContentType): readonly string[] {
  return [...attributes.values()]
    .filter(attribute => !attribute.private && !(attribute.kind === 'scalar' && attribute.type === 'password'))
    .map(({ name }) => name)
}
