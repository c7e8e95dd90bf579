/** Every action that can be granted, by the type or plugin part that it belongs to. */
import { isWritable } from '../../plan/write/model-rule.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import { actionName, ownActions, uidOfAction } from './content-actions.ts'

export interface ActionOwner {
  /** The prefix of the action's name: `api::article.article`, `plugin::users-permissions.auth`. */
  readonly uid: string
  readonly actions: readonly string[]
  /** The attributes that field lists may name; `null` if there are none to list. */
  readonly fields: readonly string[] | null
  /** The attributes that a list of writable fields may name. */
  readonly writeFields: readonly string[] | null
}

/** Strapi's own plugins that answer under `/api`. */
const PLUGINS: Readonly<Record<string, readonly string[]>> = {
  'plugin::content-type-builder.components': ['getComponents', 'getComponent'],
  'plugin::content-type-builder.content-types': ['getContentTypes', 'getContentType'],
  'plugin::email.email': ['send'],
  'plugin::upload.content-api': ['find', 'findOne', 'destroy', 'upload'],
  'plugin::users-permissions.auth': [
    ...['callback', 'changePassword', 'resetPassword', 'connect', 'forgotPassword', 'register'],
    ...['emailConfirmation', 'sendEmailConfirmation'],
  ],
  'plugin::users-permissions.user': ['create', 'update', 'find', 'findOne', 'count', 'destroy', 'me', 'findRelated'],
  'plugin::users-permissions.role': ['createRole', 'findOne', 'find', 'updateRole', 'deleteRole'],
  'plugin::users-permissions.permissions': ['getPermissions'],
  'plugin::i18n.locales': ['listLocales'],
}

/** Plugins of a Strapi project that not every project has. They can be granted, but are not offered. */
const PROJECT_PLUGINS: typeof PLUGINS = {
  'plugin::slugify.slugController': ['findSlug'],
}

/** The short names of plugin parts, for the command line. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  upload: 'plugin::upload.content-api',
  auth: 'plugin::users-permissions.auth',
  users: 'plugin::users-permissions.user',
  roles: 'plugin::users-permissions.role',
  email: 'plugin::email.email',
  locales: 'plugin::i18n.locales',
}

/** A part of a plugin by its name or short name: `plugin::upload.content-api`, `upload`. */
export function pluginPart(name: string): Pick<ActionOwner, 'uid' | 'actions'> | undefined {
  const uid = SHORT_NAMES[name] ?? name
  const actions = PLUGINS[uid] ?? PROJECT_PLUGINS[uid]
  return actions === undefined ? undefined : { uid, actions }
}

export const PLUGIN_PART_NAMES: readonly string[] = Object.freeze(Object.keys(SHORT_NAMES))

/** The project's types first, then the plugins, then what only code of the project answers. `own` are full names of its actions. */
export function actionOwners(schema: Schema, own: readonly string[] = []): readonly ActionOwner[] {
  const types = [...schema.types.values()].filter(({ userDefined }) => userDefined)
  const built = [...types.map(type => [type.uid, typeActions(type)] as const), ...Object.entries(PLUGINS)]
  const owned = new Map(built)
  for (const name of own) {
    const uid = uidOfAction(name)
    const known = owned.get(uid) ?? []
    const action = name.slice(uid.length + 1)
    if (!known.includes(action)) owned.set(uid, [...known, action])
  }
  return Array.from(owned, ([uid, actions]) => {
    const type = schema.types.get(uid)
    return {
      uid,
      actions,
      fields: type === undefined ? null : fieldsOf(type),
      writeFields: type === undefined ? null : writableNames(type),
    }
  })
}

function typeActions(type: ContentType): readonly string[] {
  const { single, localized } = type
  return [
    ...(single ? ['find', 'update', 'delete'] : ['find', 'findOne', 'create', 'update', 'delete']),
    ...(localized ? ['createLocalization'] : []),
    ...ownActions(type),
  ]
}

/** Full names: `api::article.article.find`. */
export function knownActionNames(schema: Schema): readonly string[] {
  return actionOwners(schema).flatMap(({ uid, actions }) => actions.map(action => actionName(uid, action)))
}

/** The attributes of a type that a list of writable fields may name. */
export function writableNames(type: ContentType): readonly string[] {
  return [...type.attributes.values()].filter(isWritable).map(({ name }) => name)
}

/** Private attributes are never granted. */
function fieldsOf({ attributes }: ContentType): readonly string[] {
  return [...attributes.values()]
    .filter(attribute => !attribute.private && !(attribute.kind === 'scalar' && attribute.type === 'password'))
    .map(({ name }) => name)
}
