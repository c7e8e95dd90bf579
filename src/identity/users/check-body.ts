/** Checks the fields of a body whose values are all strings. */

import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { checkValue } from '../../schema/rules/check-value.ts'
import { makeRule, type Rule } from '../../schema/rules/rule.ts'
import { storable } from '../../schema/rules/scalar-tests.ts'
import { atLeast, filled, fitsColumn, isAddress } from '../../schema/rules/text-tests.ts'
import { invalid, type Problem, refuseProblems, wrongType } from './user-problem.ts'

export interface FieldRule {
  readonly required?: boolean
  readonly email?: boolean
  /** Minimum number of characters. */
  readonly min?: number
  /** It must fit a column for short text. */
  readonly stored?: boolean
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
  refuseProblems(problems)
  return Object.fromEntries(names.map(name => [name, ownValue(given, name)])) as Record<Name, string>
}

/** Ignores inherited properties. */
export function ownValue(given: JsonObject, name: string): unknown {
  return Object.hasOwn(given, name) ? given[name] : undefined
}

/** Problems in the order in which Strapi finds them. */
export function textProblems(name: string, given: unknown, rule: FieldRule): readonly Problem[] {
  const found = checkValue(textRuleOf(rule), { value: given, original: given, path: name }, ANYWHERE)
  return found.map(({ message }) => ({ path: [name], message }))
}

const ANYWHERE = { strictTypes: true, taken: new Set<string>() }

function textRuleOf({ email, min, required, stored }: FieldRule): Rule {
  return makeRule('string', {
    coerce: given => given,
    tests: [
      ...(email === true ? [isAddress] : []),
      ...(min === undefined ? [] : [atLeast(min)]),
      ...(required === true ? [filled] : []),
      ...(stored === true ? [fitsColumn, ...storable('text')] : []),
    ],
  })
}
