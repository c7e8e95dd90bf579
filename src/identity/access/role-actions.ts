/** Every action that a role can be granted, in the form that Strapi lists them in. */
import type { ContentType, Schema } from '../../schema/schema.ts'

/** Actions by controller, by the api or plug-in that has it: `api::article` -> `article` -> `find`. */
export type ActionTree = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

/** Those of Strapi's own plug-ins that answer under `/api`. */
const PLUGINS: ActionTree = new Map([
  [
    'plugin::content-type-builder',
    new Map([
      ['components', ['getComponents', 'getComponent']],
      ['content-types', ['getContentTypes', 'getContentType']],
    ]),
  ],
  ['plugin::email', new Map([['email', ['send']]])],
  ['plugin::upload', new Map([['content-api', ['find', 'findOne', 'destroy', 'upload']]])],
  [
    'plugin::users-permissions',
    new Map([
      [
        'auth',
        [
          ...['callback', 'changePassword', 'resetPassword', 'connect', 'forgotPassword', 'register'],
          ...['emailConfirmation', 'sendEmailConfirmation'],
        ],
      ],
      ['user', ['create', 'update', 'find', 'findOne', 'count', 'destroy', 'me']],
      ['role', ['createRole', 'findOne', 'find', 'updateRole', 'deleteRole']],
      ['permissions', ['getPermissions']],
    ]),
  ],
  ['plugin::i18n', new Map([['locales', ['listLocales']]])],
])

export function knownActions(schema: Schema): ActionTree {
  const tree = new Map<string, Map<string, readonly string[]>>()
  for (const type of schema.types.values()) {
    if (!type.userDefined) continue
    const [owner, controller] = splitUid(type.uid)
    tree.set(owner, new Map([...(tree.get(owner) ?? []), [controller, typeActions(type)]]))
  }
  return new Map([...tree, ...PLUGINS])
}

function typeActions({ single, localized }: ContentType): readonly string[] {
  const actions = single ? ['find', 'update', 'delete'] : ['find', 'findOne', 'create', 'update', 'delete']
  return localized ? [...actions, 'createLocalization'] : actions
}

/** `api::article.article` is `api::article` and `article`. */
function splitUid(uid: string): readonly [string, string] {
  const [owner = '', controller = ''] = uid.split('.')
  return [owner, controller]
}

/**
 * `{"api::article":{"controllers":{"article":{"find":{"enabled":true,"policy":""}}}}}`: all known actions and, last, those
 * that are granted although nobody knows them.
 */
export function describeActions(tree: ActionTree, granted: ReadonlySet<string>): object {
  const all = new Map([...tree].map(([owner, controllers]) => [owner, new Map(controllers)]))
  for (const action of granted) addAction(all, action)
  const described = [...all].map(([owner, controllers]) => {
    const actions = [...controllers].map(([controller, names]) => {
      const states = names.map(name => [name, { enabled: granted.has(`${owner}.${controller}.${name}`), policy: '' }])
      return [controller, Object.fromEntries(states)]
    })
    return [owner, { controllers: Object.fromEntries(actions) }]
  })
  return Object.fromEntries(described)
}

function addAction(tree: Map<string, Map<string, readonly string[]>>, action: string): void {
  const [owner, controller, name, ...rest] = action.split('.')
  if (owner === undefined || controller === undefined || name === undefined || rest.length > 0) return
  const controllers = tree.get(owner) ?? new Map<string, readonly string[]>()
  const names = controllers.get(controller) ?? []
  if (!names.includes(name)) controllers.set(controller, [...names, name])
  tree.set(owner, controllers)
}
