/** Deliberate differences of values: each rule makes the two bodies equal where only that difference is between them. */
import type { Attribute, Schema } from '../../../schema/schema.ts'
import type { DifferenceId } from '../differences.ts'
import { isEqual } from './compare-bodies.ts'
import { type HiddenNames, hiddenNames, identityOf, withoutHidden, withoutPopulated } from './without-hidden.ts'

export interface ValueFacts {
  readonly passwords: ReadonlySet<string>
  readonly decimals: ReadonlySet<string>
  readonly bigIntegers: ReadonlySet<string>
  readonly hidden: HiddenNames
  /** Whether the database has related entries without a position. */
  readonly unordered: boolean
}

/** Names of attributes alone: an answer does not say which model an object belongs to. */
export function valueFacts({ types, components }: Schema, unordered: boolean): ValueFacts {
  const attributes = [...types.values(), ...components.values()].flatMap(model => [...model.attributes.values()])
  const named = (type: string) =>
    new Set(attributes.filter(attribute => typeOf(attribute) === type).map(({ name }) => name))
  return {
    passwords: named('password'),
    decimals: named('decimal'),
    bigIntegers: named('biginteger'),
    hidden: hiddenNames(attributes),
    unordered,
  }
}

const typeOf = (attribute: Attribute): string | undefined => (attribute.kind === 'scalar' ? attribute.type : undefined)

/** The value that both answers have in common, below a key; `undefined` removes it. */
type Change = (value: unknown, key: string, depth: number) => unknown

interface Rule {
  readonly id: DifferenceId
  readonly applies: (facts: ValueFacts, path: string) => boolean
  readonly change: (facts: ValueFacts) => Change
}

const rule = (id: DifferenceId, applies: Rule['applies'], change: Rule['change']): Rule => ({ id, applies, change })

const RULES: readonly Rule[] = [
  rule(
    'passwords',
    ({ passwords }) => passwords.size > 0,
    ({ passwords }) =>
      (value, key) =>
        passwords.has(key) ? undefined : value,
  ),
  rule(
    'decimals',
    ({ decimals }) => decimals.size > 0,
    ({ decimals }) =>
      (value, key) =>
        decimals.has(key) && typeof value === 'number' ? Math.round(value * 100) / 100 : value,
  ),
  rule(
    'big-integers',
    ({ bigIntegers }) => bigIntegers.size > 0,
    ({ bigIntegers }) =>
      (value, key) =>
        bigIntegers.has(key) && value !== null ? String(Number(value)) : value,
  ),
  rule(
    'creators',
    () => true,
    () => (value, key) => (key === 'createdBy' || key === 'updatedBy' ? undefined : value),
  ),
  rule(
    'drafts',
    (_facts, path) => !/publicationState=preview/.test(path),
    () => (value, _key, depth) => (Array.isArray(value) && depth > 1 ? value.filter(item => !isDraft(item)) : value),
  ),
  rule(
    'related-order',
    ({ unordered, hidden }) => unordered || hidden.morphs.size > 0,
    ({ unordered, hidden }) =>
      (value, key, depth) =>
        Array.isArray(value) && depth > 1 && (unordered || hidden.morphs.has(key)) ? sorted(value) : value,
  ),
  rule(
    'signed-addresses',
    () => true,
    () => (value, key) => (key === 'url' && typeof value === 'string' ? value.split('?')[0] : value),
  ),
]

function isDraft(item: unknown): boolean {
  const { attributes, publishedAt } = (item ?? {}) as { attributes?: { publishedAt?: unknown }; publishedAt?: unknown }
  return publishedAt === null || attributes?.publishedAt === null
}

function sorted(items: readonly unknown[]): readonly unknown[] {
  return items.toSorted((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1))
}

/** Changes values from the inside out. `depth` counts lists and objects above the value. */
function changed(value: unknown, change: Change, key = '', depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return change(value, key, depth)
  if (Array.isArray(value))
    return change(
      value.map(item => changed(item, change, '', depth + 1)),
      key,
      depth,
    )
  const members = Object.entries(value).map(([name, inner]) => [name, changed(inner, change, name, depth + 1)] as const)
  return change(Object.fromEntries(members.filter(([, inner]) => inner !== undefined)), key, depth)
}

/** The rules that explain all differences between two bodies; `null` if they do not. */
export function explainValues(
  strapi: unknown,
  populus: unknown,
  facts: ValueFacts,
  path: string,
): readonly DifferenceId[] | null {
  const direct = explainByRules(strapi, populus, facts, path)
  if (direct !== null) return direct
  const visible = withoutHidden(strapi, populus, facts.hidden)
  const plain = withoutPopulated(populus, visible, facts.hidden)
  const rest = explainByRules(visible, plain, facts, path)
  if (rest === null) return null
  return [
    ...(isEqual(visible, strapi) ? [] : (['hidden'] as const)),
    ...(isEqual(plain, populus) ? [] : (['morph-populate'] as const)),
    ...rest,
  ]
}

function explainByRules(
  strapi: unknown,
  populus: unknown,
  facts: ValueFacts,
  path: string,
): readonly DifferenceId[] | null {
  if (isEqual(strapi, populus)) return []
  const usable = RULES.filter(({ applies }) => applies(facts, path))
  const equalBy = (rules: readonly Rule[]): boolean => {
    const apply = (body: unknown) => rules.reduce((value, { change }) => changed(value, change(facts)), body)
    return isEqual(apply(strapi), apply(populus))
  }
  if (!equalBy(usable)) return isShifted(strapi, populus) ? ['time-zone'] : null
  let needed = usable
  for (const candidate of usable) {
    const without = needed.filter(other => other !== candidate)
    if (equalBy(without)) needed = without
  }
  return needed.map(({ id }) => id)
}

const QUARTER = 15 * 60 * 1000
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Whether all differences are date-times that are the same number of quarters of an hour apart. */
function isShifted(strapi: unknown, populus: unknown): boolean {
  const shifts = new Set<number>()
  const visit = (a: unknown, b: unknown): boolean => {
    if (a === b) return true
    if (typeof a === 'string' && typeof b === 'string' && MOMENT.test(a) && MOMENT.test(b)) {
      shifts.add(Date.parse(a) - Date.parse(b))
      return true
    }
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
    const keys = Object.keys(a)
    if (keys.length !== Object.keys(b).length) return false
    return keys.every(key => visit((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  }
  const [shift, ...others] = visit(strapi, populus) ? [...shifts] : []
  return shift !== undefined && others.length === 0 && shift !== 0 && shift % QUARTER === 0
}
