/** `permissions` in the body of a role -> the granted actions. */
import { PopulusError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'

const LONGEST_ACTION = 255

/**
 * `{"api::article":{"controllers":{"article":{"find":{"enabled":true}}}}}` gives `api::article.article.find`. Throws
 * `badValue` for any other shape.
 */
export function grantedActions(permissions: unknown): ReadonlySet<string> {
  if (permissions === undefined || permissions === null || isEmptyList(permissions)) return new Set()
  const granted = new Set<string>()
  for (const [owner, entry] of members(permissions, 'permissions')) {
    const { controllers = {} } = object(entry, `permissions.${owner}`)
    const place = `permissions.${owner}.controllers`
    for (const [controller, actions] of members(controllers, place)) {
      for (const [action, state] of members(actions, `${place}.${controller}`)) {
        const name = `${owner}.${controller}.${action}`
        if (object(state, `${place}.${controller}.${action}`).enabled === true) granted.add(checked(name))
      }
    }
  }
  return granted
}

/** Clients send this for an object without members. */
function isEmptyList(given: unknown): boolean {
  return Array.isArray(given) && given.length === 0
}

function checked(action: string): string {
  if (action.length > LONGEST_ACTION || action.includes('\0'))
    throw new PopulusError('badValue', { parameter: 'permissions', problem: 'the name of an action is too long' })
  return action
}

function members(given: unknown, place: string): readonly (readonly [string, unknown])[] {
  return Object.entries(object(given, place))
}

function object(given: unknown, place: string): JsonObject {
  if (isObject(given)) return given
  throw new PopulusError('badValue', { parameter: place.slice(0, 200), problem: 'expected an object' })
}
