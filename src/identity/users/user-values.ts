/** Which fields of a user may be set, and by whom. Their values follow the rules of the schema, like those of any entry. */

import { modelRule } from '../../plan/write/model-rule.ts'
import type { JsonObject } from '../../schema/json-value.ts'
import { checkValue } from '../../schema/rules/check-value.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { Problem } from './user-problem.ts'
import { userType } from './user-store.ts'
import type { UsersContext } from './users-context.ts'

/** Only the server sets these. */
const SYSTEM: ReadonlySet<string> = new Set([
  ...['id', 'createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'locale'],
  ...['resetPasswordToken', 'confirmationToken'],
])

/** Users may not set these for themselves. */
const PROTECTED: ReadonlySet<string> = new Set(['confirmed', 'blocked', 'provider', 'role'])

/**
 * The attributes that a registration may set: those the project lists, otherwise all that are not hidden or protected.
 */
export function registerableFields(
  type: ContentType,
  listed: readonly string[] | null,
  fixed: ReadonlySet<string> = NO_NAMES,
): ReadonlySet<string> {
  const open = [...type.attributes.values()].filter(
    ({ name, writable, private: hidden }) => writable && !hidden && !PROTECTED.has(name) && !fixed.has(name),
  )
  const more = listed ?? open.map(({ name }) => name)
  return new Set(['username', 'email', 'password', ...more.filter(name => !SYSTEM.has(name) && !PROTECTED.has(name))])
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** A body without the fields that users may not change about themselves; `fixed` has some more of them. */
export function withoutProtected(given: JsonObject, fixed: ReadonlySet<string> = NO_NAMES): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !PROTECTED.has(name) && !fixed.has(name)))
}

/** A body without the fields that only the server sets. */
export function withoutSystem(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !SYSTEM.has(name)))
}

/** What the schema says against a new password. */
export function passwordProblems(context: UsersContext, password: string): readonly Problem[] {
  const { schema } = context.content
  const rule = modelRule(userType(context), { schema, mode: 'update', isDraft: false })
  const subject = { value: password, original: password, path: 'password' }
  const surroundings = { strictTypes: true, taken: NO_NAMES }
  const found = checkValue(rule.fields!().get('password')!, subject, surroundings)
  return found.map(({ message }) => ({ path: ['password'], message }))
}
