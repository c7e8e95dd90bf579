/** Checks the fields of a body whose values are all strings. */

import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { isEmail } from '../../schema/rules/is-email.ts'
import { invalid, missing, type Problem, wrongType } from './user-problem.ts'

export interface FieldRule {
  readonly required?: boolean
  readonly email?: boolean
  /** Minimum number of characters. */
  readonly min?: number
}

/** Rules by field, in the order in which Strapi reports the problems. */
export type BodyRules<Name extends string> = Readonly<Record<Name, FieldRule>>

/** A missing body counts as empty. Throws `invalidValues` for anything that is not an object. */
export function bodyRecord(body: unknown): JsonObject {
  const given = body ?? {}
  if (!isObject(given)) throw invalid([wrongType([], 'object', given)])
  return given
}

/** The strings of a body. Throws one `invalidValues` with every problem. */
export function checkBody<Name extends string>(
  body: unknown,
  rules: BodyRules<Name>,
  { closed = false } = {},
): Readonly<Record<Name, string>> {
  const given = bodyRecord(body)
  const names = Object.keys(rules) as Name[]
  const unknown = closed ? Object.keys(given).filter(key => !Object.hasOwn(rules, key)) : []
  const problems = [
    ...names.flatMap(name => textProblems(name, ownValue(given, name), rules[name])),
    ...(unknown.length === 0 ? [] : [{ path: [], message: `this field has unspecified keys: ${unknown.join(', ')}` }]),
  ]
  if (problems.length > 0) throw invalid(problems)
  return Object.fromEntries(names.map(name => [name, ownValue(given, name)])) as Record<Name, string>
}

/** Ignores inherited properties. */
export function ownValue(given: JsonObject, name: string): unknown {
  return Object.hasOwn(given, name) ? given[name] : undefined
}

export function textProblems(name: string, given: unknown, rule: FieldRule): readonly Problem[] {
  const path = [name]
  if (given === undefined) return rule.required === true ? [missing(path)] : []
  if (typeof given !== 'string') return [wrongType(path, 'string', given)]
  const problems: Problem[] = []
  if (rule.email === true && given !== '' && !isEmail(given))
    problems.push({ path, message: `${name} must be a valid email` })
  if (rule.min !== undefined && given.length < rule.min)
    problems.push({ path, message: `${name} must be at least ${rule.min} characters` })
  if (rule.required === true && given === '') problems.push(missing(path))
  return problems
}
