/** Checks the input that a person or program gives to an operation, and describes every problem. */
import { z } from 'zod'
import { PopulusError } from '../errors.ts'
import { idOfText, LARGEST_ID } from '../util/json/largest-id.ts'
import { MOST_NAMED, namedProblems } from '../util/named-problems.ts'
import { isPasswordTooLong, MAX_PASSWORD_BYTES } from '../util/password-length.ts'
import { nearestName } from '../util/text/nearest-name.ts'

/** Minimum length of the password of an administrator, or of a user created here. */
export const MIN_PASSWORD = 8

/** Lists and objects with more members are refused before these are looked at. */
const MOST_ITEMS = 1000

/** Returns the input as parsed by the schema. Throws PopulusError `badInput` with all problems. */
export function checkInput<T extends z.ZodObject>(schema: T, input: unknown): z.infer<T> {
  if (typeof input === 'object' && input !== null && Object.keys(input).length > MOST_ITEMS)
    throw badInput([{ path: [], message: `expected at most ${MOST_ITEMS} names` }])
  const result = schema.safeParse(input ?? {})
  if (result.success) return result.data
  const errors = result.error.issues.flatMap(issue => {
    const path = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
    const known = Object.keys(schema.shape)
    return issue.keys.map((key, index) => ({
      path: [...path, key],
      message: index < MOST_NAMED ? unknownKey(key, known) : 'not expected',
    }))
  })
  throw badInput(errors)
}

export interface InputProblem {
  readonly path: readonly string[]
  readonly message: string
}

/** `email: expected an e-mail address; roles: expected a list` */
export function badInput(problems: readonly InputProblem[]): PopulusError {
  const details = namedProblems(problems)
  const lines = details.errors.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  )
  if (details.more !== undefined) lines.push(`and ${details.more} more`)
  return new PopulusError('badInput', { problems: lines.join('; ') }, { details })
}

function unknownKey(key: string, known: readonly string[]): string {
  const nearest = nearestName(key, known)
  return nearest === undefined ? `not expected; available: ${known.join(', ')}` : `did you mean ${nearest}?`
}

export const text = (most = 255) =>
  z
    .string({ error: 'expected a string' })
    .trim()
    .min(1, { error: 'expected a non-empty string' })
    .max(most, { error: `expected at most ${most} characters` })
    .refine(given => !given.includes('\0'), { error: 'must not contain the NUL character' })

/** May be empty. */
export const line = (most: number) =>
  z
    .string({ error: 'expected a string' })
    .max(most, { error: `expected at most ${most} characters` })
    .regex(/^[^\p{Cc}]*$/u, { error: 'expected text on one line' })
    .transform(given => given.trim())

export const flag = () => z.boolean({ error: 'expected true or false' })

/** In lower case, as Strapi stores them. */
export const email = () =>
  text()
    .toLowerCase()
    .regex(/^[^\s@]+@[^\s@]+$/, { error: 'expected an e-mail address' })

export const password = () =>
  z
    .string({ error: 'expected a string' })
    .min(MIN_PASSWORD, { error: `expected at least ${MIN_PASSWORD} characters` })
    .refine(given => !isPasswordTooLong(given), { error: `expected at most ${MAX_PASSWORD_BYTES} bytes` })
    .refine(given => !given.includes('\0'), { error: 'must not contain the NUL character' })

/** Milliseconds since 1970, from what `Date.parse` reads. */
export const moment = (example: string) => {
  const error = `expected a moment, such as ${example}`
  return z
    .string({ error })
    .transform(given => Date.parse(given))
    .refine(given => !Number.isNaN(given), { error })
}

/** A list of `least` to a thousand texts. */
export const textList = (least = 0, tooFew = '') =>
  z
    .array(z.unknown(), { error: 'expected a list of strings' })
    .min(least, { error: tooFew })
    .max(MOST_ITEMS, { error: `expected at most ${MOST_ITEMS} items` })
    .pipe(z.array(text()))

/** An id in a body. */
export const idNumber = (error = 'expected a number') =>
  z
    .number({ error })
    .int({ error })
    .positive({ error })
    .max(LARGEST_ID, { error: `expected at most ${LARGEST_ID}` })

/** The id in a path or a body. Any other string is an id that does not exist. */
export function toId(given: string): number {
  const id = idOfText(given)
  if (id === null) throw new PopulusError('notFound')
  return id
}
