/** A parameter of a named query: what its definition may say, and the values that it accepts. */
import { z } from 'zod'

/** A value as the query language writes it. */
export type ParameterValue = string | readonly string[]

export interface ScalarRule {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'enum'
  /** Of a string, in characters. */
  readonly maxLength?: number | undefined
  /** Of numbers. */
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** Of an enum. */
  readonly values?: readonly string[] | undefined
}

export interface ListRule {
  readonly type: 'list'
  readonly of: ScalarRule
  readonly maxItems?: number | undefined
}

export type ParameterRule = ScalarRule | ListRule

export type Parameter = ParameterRule & {
  readonly required?: boolean | undefined
  readonly description?: string | undefined
  /** Used when the caller gives none, as JSON. */
  readonly default?: unknown
  /** A value to check the query with, as JSON. */
  readonly example?: unknown
}

const whole = () => z.number({ error: 'expected a number' }).int({ error: 'expected a whole number' })
const numeric = () => z.number({ error: 'expected a number' })
const choices = () =>
  z
    .array(z.string({ error: 'expected a string' }), { error: 'expected a list of strings' })
    .min(1, { error: 'expected at least one value' })

const SCALARS = {
  string: { maxLength: whole().min(1).optional() },
  integer: { min: whole().optional(), max: whole().optional() },
  number: { min: numeric().optional(), max: numeric().optional() },
  boolean: {},
  date: {},
  datetime: {},
  enum: { values: choices() },
} as const

const COMMON = {
  required: z.boolean({ error: 'expected true or false' }).optional(),
  description: z.string({ error: 'expected a string' }).optional(),
  default: z.unknown().optional(),
  example: z.unknown().optional(),
}

const TYPES = [...Object.keys(SCALARS), 'list']
const badType = { error: `expected a type: ${TYPES.join(', ')}` }

type Member = ReturnType<typeof z.strictObject>

function membersWith(common: Readonly<Record<string, z.ZodType>>): Member[] {
  return Object.entries(SCALARS).map(([type, keys]) => z.strictObject({ type: z.literal(type), ...keys, ...common }))
}

const oneOf = (members: readonly Member[]) =>
  z.discriminatedUnion('type', members as unknown as Parameters<typeof z.discriminatedUnion>[1], badType)

/** What a definition may say about a parameter. */
export const parameterSchema = oneOf([
  ...membersWith(COMMON),
  z.strictObject({
    type: z.literal('list'),
    of: oneOf(membersWith({})),
    maxItems: whole().min(1).optional(),
    ...COMMON,
  }),
]) as unknown as z.ZodType<Parameter>

/** What is wrong with a value. */
export class BadParameter extends Error {}

/** Reads a value of an address, where everything is text. Throws BadParameter. */
export function readParameter(rule: ParameterRule, given: unknown): ParameterValue {
  if (rule.type !== 'list') return readScalar(rule, given)
  const items = Array.isArray(given) ? given : [given]
  const { of, maxItems = Number.POSITIVE_INFINITY } = rule
  if (items.length > maxItems) throw new BadParameter(`expected at most ${maxItems} values, got ${items.length}`)
  return items.map(item => readScalar(of, item))
}

/** Reads a value of a definition, where numbers are numbers. Throws BadParameter. */
export function readTyped(rule: ParameterRule, given: unknown): ParameterValue {
  if (rule.type !== 'list') return readScalar(rule, textual(rule, given))
  if (!Array.isArray(given)) throw new BadParameter('expected a list')
  return readParameter(
    rule,
    given.map(item => textual(rule.of, item)),
  )
}

function textual({ type }: ScalarRule, given: unknown): unknown {
  const wanted = type === 'boolean' ? 'boolean' : type === 'integer' || type === 'number' ? 'number' : 'string'
  if (typeof given !== wanted) throw new BadParameter(`expected ${EXPECTED[type]}`)
  return String(given)
}

const EXPECTED = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-01-31',
  datetime: 'a time such as 2026-01-31T08:00:00Z',
  enum: 'one of the values',
} as const

function readScalar(rule: ScalarRule, given: unknown): string {
  if (typeof given !== 'string') throw new BadParameter(`expected ${expected(rule)}`)
  const { type } = rule
  if (type === 'string') return shortEnough(rule, given)
  const isGood =
    type === 'integer' || type === 'number'
      ? isNumber(rule, given)
      : type === 'enum'
        ? isChoice(rule, given)
        : undefined
  if (isGood ?? PATTERNS[type as keyof typeof PATTERNS](given))
    return type === 'integer' ? String(Number(given)) : given
  throw new BadParameter(`expected ${expected(rule)}, got ${quoted(given)}`)
}

const PATTERNS = {
  boolean: (given: string) => given === 'true' || given === 'false',
  date: (given: string) => /^\d{4}-\d\d-\d\d$/.test(given) && isTime(`${given}T00:00:00Z`, given),
  datetime: (given: string) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(given) && isTime(given),
}

/** 30 February is no date; `new Date` would take it for 2 March. */
function isTime(given: string, day = given.slice(0, 10)): boolean {
  const isDay = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(Date.parse(given)) && !Number.isNaN(isDay.getTime()) && isDay.toISOString().startsWith(day)
}

function isNumber({ type, min, max }: ScalarRule, given: string): boolean {
  const pattern = type === 'integer' ? /^-?\d{1,16}$/ : /^-?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,3})?$/
  const number = Number(given)
  const fits = type === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number)
  return (
    pattern.test(given) &&
    fits &&
    number >= (min ?? Number.NEGATIVE_INFINITY) &&
    number <= (max ?? Number.POSITIVE_INFINITY)
  )
}

function isChoice({ values = [] }: ScalarRule, given: string): boolean {
  return values.includes(given)
}

function shortEnough({ maxLength = Number.POSITIVE_INFINITY }: ScalarRule, given: string): string {
  if (given.length > maxLength) throw new BadParameter(`expected at most ${maxLength} characters, got ${given.length}`)
  return given
}

function expected({ type, values = [], min, max }: ScalarRule): string {
  if (type === 'enum') return `one of ${values.join(', ')}`
  const range = [min === undefined ? '' : ` of at least ${min}`, max === undefined ? '' : ` of at most ${max}`]
  return `${EXPECTED[type]}${range.join(min === undefined || max === undefined ? '' : ' and')}`
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
}
