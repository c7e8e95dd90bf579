/** What the values in the conditions of rules stand for. */
import { PopulusError } from '../../errors.ts'
import { NOW } from '../../plan/read/conditions/condition.ts'
import type { RuleScope } from '../../plan/read/conditions/resolve-rule.ts'
import { type Schema, USER_UID } from '../../schema/schema.ts'
import { readUserPath, type UserPath } from './user-path.ts'

/** The values of the user who is asking, by the text of their paths; `null`: there is no user. */
export type UserTexts = ReadonlyMap<string, readonly string[] | null> | null

const USER = /^\$user\.(\w+(?:\.\w+)*)$/
/** Looks like a value of the caller, so it is not meant as a text. */
const MEANT = /^\$(user|now)\b/i

/** Operators for which several values make sense. */
const FOR_LISTS: readonly string[] = ['$eq', '$in', '$notIn']

/** Checks the paths of a rule, and collects them. */
export function collectPaths(schema: Schema, found: Map<string, UserPath>): RuleScope['standsFor'] {
  const user = schema.types.get(USER_UID)
  return (text, { operator, path }) => {
    const [, given] = USER.exec(text) ?? []
    if (given === undefined) return plainOrNow(text, path)
    const read = user === undefined ? 'there are no users' : readUserPath(given, user, schema)
    if (typeof read === 'string') throw bad(path, `${text}: ${read}`)
    if (read.kind !== 'one' && !FOR_LISTS.includes(operator))
      throw bad(path, `${text} may have several values; compare with $in or $notIn`)
    found.set(given, read)
    return null
  }
}

/** A user with more values than a list in a query may have is treated as one without any. */
export function valuesOf(texts: UserTexts, listLength: number): RuleScope['standsFor'] {
  return (text, { path }) => {
    const [, given] = USER.exec(text) ?? []
    if (given === undefined) return plainOrNow(text, path)
    const found = texts?.get(given) ?? null
    return found !== null && found.length > listLength ? null : found
  }
}

function plainOrNow(text: string, path: string): readonly (string | typeof NOW)[] {
  if (text === '$now') return [NOW]
  if (MEANT.test(text)) throw bad(path, `expected $now or a value of the user such as $user.id, got ${text}`)
  return [text]
}

function bad(parameter: string, problem: string): PopulusError {
  return new PopulusError('badValue', { parameter, problem })
}
