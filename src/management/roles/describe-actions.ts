/** Lists actions and whether they are granted, in Strapi's form. */

import { actionOwners } from '../../identity/access/action-owners.ts'
import { actionName, OWN_ACTIONS } from '../../identity/access/content-actions.ts'
import type { UsersContext } from '../../identity/users/users-context.ts'

interface ActionState {
  readonly enabled: boolean
  readonly policy: ''
}

/** By owner, controller and action. */
type Described = Record<string, { readonly controllers: Record<string, Record<string, ActionState>> }>

/**
 * `{"api::article":{"controllers":{"article":{"find":{"enabled":true,"policy":""}}}}}`: all actions that Strapi knows and,
 * at the end, granted actions that it does not know.
 */
export function describeActions(
  { content, codeActions }: Pick<UsersContext, 'content' | 'codeActions'>,
  granted: ReadonlySet<string>,
): object {
  const described = emptyRecord<Described>()
  for (const { uid, actions } of actionOwners(content.schema, codeActions?.()))
    for (const action of actions)
      if (!OWN_ACTIONS.includes(action))
        describe(described, actionName(uid, action), granted.has(actionName(uid, action)))
  for (const action of granted) describe(described, action, true)
  return described
}

/** Action names come from callers: `__proto__` is a name like any other. */
function emptyRecord<T>(): T {
  return Object.create(null) as T
}

function describe(described: Described, name: string, enabled: boolean): void {
  const [owner, controller, action, ...rest] = name.split('.')
  if (owner === undefined || controller === undefined || action === undefined || rest.length > 0) return
  described[owner] ??= { controllers: emptyRecord() }
  const { controllers } = described[owner]
  controllers[controller] ??= emptyRecord()
  controllers[controller][action] ??= { enabled, policy: '' }
}
