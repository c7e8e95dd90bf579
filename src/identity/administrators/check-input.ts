/** Checks the input that a person or program gives to an operation, and describes every problem. */
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import { nearestName } from '../../util/nearest-name.ts'
import { isPasswordTooLong, MAX_PASSWORD_BYTES } from '../sign-in/password-hash.ts'

/** Minimum length of the password of an administrator, or of a user created here. */
export const MIN_PASSWORD = 8

/** Returns the input as parsed by the schema. Throws PopulusError `badInput` with all problems. */
export function checkInput<T extends z.ZodObject>(schema: T, input: unknown): z.infer<T> {
  const result = schema.safeParse(input ?? {})
  if (result.success) return result.data
  const errors = result.error.issues.flatMap(issue => {
    const path = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
    return issue.keys.map(key => ({ path: [...path, key], message: unknownKey(key, Object.keys(schema.shape)) }))
  })
  throw badInput(errors)
}

export interface InputProblem {
  readonly path: readonly string[]
  readonly message: string
}

/** `email: expected an e-mail address; roles: expected a list` */
export function badInput(errors: readonly InputProblem[]): PopulusError {
  const problems = errors.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
  return new PopulusError('badInput', { problems: problems.join('; ') }, { details: { errors } })
}

function unknownKey(key: string, known: readonly string[]): string {
  const nearest = nearestName(key, known)
  return nearest === undefined ? `not expected; available: ${known.join(', ')}` : `did you mean ${nearest}?`
}

export const text = (most = 255) =>
  z
    .string({ error: 'expected a text' })
    .trim()
    .min(1, { error: 'expected a non-empty string' })
    .max(most, { error: `expected at most ${most} characters` })
    .refine(given => !given.includes('\0'), { error: 'the text may not contain the character NUL' })

export const flag = () => z.boolean({ error: 'expected true or false' })

/** In lower case, as Strapi stores them. */
export const email = () =>
  text()
    .toLowerCase()
    .regex(/^[^\s@]+@[^\s@]+$/, { error: 'expected an e-mail address' })

export const password = () =>
  z
    .string({ error: 'expected a text' })
    .min(MIN_PASSWORD, { error: `expected at least ${MIN_PASSWORD} characters` })
    .refine(given => !isPasswordTooLong(given), { error: `expected at most ${MAX_PASSWORD_BYTES} bytes` })
    .refine(given => !given.includes('\0'), { error: 'a password may not hold the character NUL' })

export const textList = () => z.array(text(), { error: 'expected a list of texts' })

/** The id in a path or a body. Any other string is an id that does not exist. */
export function toId(given: string): number {
  const id = /^\d{1,10}$/.test(given) ? Number(given) : 0
  if (id < 1 || id > 2 ** 31 - 1) throw new PopulusError('notFound')
  return id
}
