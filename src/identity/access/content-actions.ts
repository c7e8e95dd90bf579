/** Names of actions: `<uid>.<action>`, such as `api::article.article.find`. */

import type { ContentType } from '../../schema/schema.ts'

/** Actions on the entries of any content type. */
const CONTENT_ACTIONS: readonly string[] = ['find', 'findOne', 'create', 'update', 'delete']

/** Actions that read; a field list can limit them. */
export const READ_ACTIONS: readonly string[] = ['find', 'findOne']

/** Lets callers that may `find` also ask for drafts. */
const DRAFTS_ACTION = 'findDrafts'

/** Lets callers read entries through relations that lead to them, without opening the routes of the type. */
const RELATED_ACTION = 'findRelated'

/** Lets callers that may `find` also compute something from the entries. */
const AGGREGATE_ACTION = 'aggregate'

/** Actions that Strapi does not know. */
export const OWN_ACTIONS: readonly string[] = [DRAFTS_ACTION, RELATED_ACTION, AGGREGATE_ACTION]

/** Actions that accept values; a list of writable fields can limit them. */
export const WRITE_ACTIONS: readonly string[] = ['create', 'update', 'createLocalization']

/** Actions on the entries of a type. Only localized types have translations, and not every type has drafts or a list. */
export function contentActions(type: ContentType | undefined): readonly string[] {
  return [...CONTENT_ACTIONS, ...(type?.localized === true ? ['createLocalization'] : []), ...ownActions(type)]
}

/** The actions on the entries of a type that Strapi does not know. */
export function ownActions(type: ContentType | undefined): readonly string[] {
  return [
    ...(type?.draftAndPublish === true ? [DRAFTS_ACTION] : []),
    RELATED_ACTION,
    ...(type?.single === false ? [AGGREGATE_ACTION] : []),
  ]
}

/** `actionName('api::article.article', 'find')` is `api::article.article.find`. */
export function actionName(uid: string, action: string): string {
  return `${uid}.${action}`
}

/** `uidOfAction('api::article.article.find')` is `api::article.article`. */
export function uidOfAction(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')))
}
