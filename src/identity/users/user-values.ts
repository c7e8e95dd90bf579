/** Checks the fields of a submitted user against the schema, in the words of Strapi's validator. */

import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { JsonObject } from '../../schema/json-value.ts'
import { isEmail } from '../../schema/rules/is-email.ts'
import type { ContentType, ScalarAttribute, ScalarType } from '../../schema/schema.ts'
import { isPasswordTooLong } from '../../util/password-length.ts'
import { ownValue } from './check-body.ts'
import { type Problem, wrongType } from './user-problem.ts'

/** Values by attribute, ready to be encoded. The password is still in plain text. */
export type UserValues = ReadonlyMap<string, unknown>

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

/**
 * The scalar attributes that the body names; everything else in it is ignored. `all` fills in defaults and checks for
 * required values.
 */
export function readUserValues(
  type: ContentType,
  given: JsonObject,
  { all }: { readonly all: boolean },
): { readonly values: UserValues; readonly problems: readonly Problem[] } {
  const values = new Map<string, unknown>()
  const problems: Problem[] = []
  for (const attribute of type.attributes.values()) {
    if (attribute.kind !== 'scalar' || attribute.column === null || SYSTEM.has(attribute.name)) continue
    const value = ownValue(given, attribute.name) ?? (Object.hasOwn(given, attribute.name) ? null : undefined)
    const wanted = value === undefined && all ? (attribute.definition.default as unknown) : value
    if (wanted === undefined && !(all && attribute.required)) continue
    const result = readValue(attribute, wanted)
    if ('value' in result) values.set(attribute.name, result.value)
    else
      problems.push(
        ...result.problems.map(problem => ('path' in problem ? problem : { path: [attribute.name], ...problem })),
      )
  }
  return { values, problems }
}

type Result = { readonly value: unknown } | { readonly problems: readonly (Problem | { readonly message: string })[] }

function readValue(attribute: ScalarAttribute, given: unknown): Result {
  const { name, required, type } = attribute
  if (given === null || given === undefined) {
    return required ? { problems: [{ message: `${name} must be defined.` }] } : { value: null }
  }
  return (READERS[type] ?? readText)(attribute, given)
}

type Reader = (attribute: ScalarAttribute, given: unknown) => Result

/** The capacity of a text column without an explicit length. */
const LONGEST_SHORT_TEXT = 255

function readText(attribute: ScalarAttribute, given: unknown): Result {
  const { name, type, definition } = attribute
  if (typeof given !== 'string') return { problems: [wrongType([name], 'string', given)] }
  const short = type === 'string' || type === 'email' || type === 'uid' || type === 'enumeration'
  // Strapi never checks the minimum length of an address.
  const min = type === 'email' ? undefined : lengthOf(definition.minLength)
  const max = lengthOf(definition.maxLength) ?? (short ? LONGEST_SHORT_TEXT : undefined)
  const messages = [
    ...(type === 'email' && !isEmail(given) ? [`${name} must be a valid email`] : []),
    ...(min !== undefined && given.length < min ? [`${name} must be at least ${min} characters`] : []),
    ...(max !== undefined && given.length > max ? [`${name} must be at most ${max} characters`] : []),
    ...(type === 'password' && isPasswordTooLong(given) ? ['Password must be less than 73 bytes'] : []),
    ...(given.includes('\0') ? [`${name} must not contain the character U+0000`] : []),
    ...enumerationProblem(attribute, given),
  ]
  return messages.length === 0 ? { value: given } : { problems: messages.map(message => ({ message })) }
}

function enumerationProblem({ name, type, definition }: ScalarAttribute, given: string): readonly string[] {
  const choices = type === 'enumeration' && Array.isArray(definition.enum) ? definition.enum : undefined
  if (choices === undefined || choices.includes(given)) return []
  return [`${name} must be one of the following values: ${choices.join(', ')}`]
}

function lengthOf(limit: unknown): number | undefined {
  return typeof limit === 'number' ? limit : undefined
}

function readBoolean({ name }: ScalarAttribute, given: unknown): Result {
  if (given === true || given === 'true') return { value: true }
  if (given === false || given === 'false') return { value: false }
  return { problems: [wrongType([name], 'boolean', given)] }
}

function readNumber({ name, type, definition }: ScalarAttribute, given: unknown): Result {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  if (typeof number !== 'number' || !Number.isFinite(number)) return { problems: [wrongType([name], 'number', given)] }
  const { min, max } = definition
  const messages = [
    ...(type === 'integer' && !isStoredInteger(number) ? [`${name} must be an integer`] : []),
    ...(typeof min === 'number' && number < min ? [`${name} must be greater than or equal to ${min}`] : []),
    ...(typeof max === 'number' && number > max ? [`${name} must be less than or equal to ${max}`] : []),
  ]
  return messages.length === 0 ? { value: number } : { problems: messages.map(message => ({ message })) }
}

function isStoredInteger(number: number): boolean {
  return Number.isInteger(number) && Math.abs(number) <= 2 ** 31 - 1
}

function readBigInteger({ name }: ScalarAttribute, given: unknown): Result {
  const digits = String(given)
  const stored = /^-?\d{1,19}$/.test(digits) && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits)
  return stored ? { value: digits } : { problems: [{ message: `${name} must be a whole number of at most 64 bits` }] }
}

/** Dates and times are parsed as in a filter. */
function readMoment({ name, type }: ScalarAttribute, given: unknown): Result {
  try {
    return { value: ATTRIBUTE_TYPES[type].cast(String(given)) }
  } catch (error) {
    return { problems: [{ message: `${name}: ${(error as Error).message}` }] }
  }
}

function readJson({ name, type }: ScalarAttribute, given: unknown): Result {
  if (type === 'array' && !Array.isArray(given)) return { problems: [wrongType([name], 'array', given)] }
  try {
    return { value: JSON.stringify(given) }
  } catch {
    return { problems: [{ message: `${name} is nested too deeply` }] }
  }
}

const READERS: Partial<Readonly<Record<ScalarType, Reader>>> = {
  boolean: readBoolean,
  integer: readNumber,
  float: readNumber,
  decimal: readNumber,
  biginteger: readBigInteger,
  date: readMoment,
  time: readMoment,
  datetime: readMoment,
  timestamp: readMoment,
  json: readJson,
  blocks: readJson,
  array: readJson,
}
