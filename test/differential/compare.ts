/**
 * Our answer held against one of Strapi's, along the plan of the read. What may differ is said where it may differ:
 * pages inside populate are cut from Strapi's whole lists (14), leaks are left out (6), big integers are exact (8).
 */

import type { PlanContext } from '../../src/plan/plan-context.ts'
import type { Condition } from '../../src/plan/read/conditions/condition.ts'
import type {
  ChildPlan,
  CountPlan,
  EntryPlan,
  LinkPlan,
  OrderTerm,
  ReadPlan,
  ScalarPlan,
  SlicePlan,
  VariantPlan,
} from '../../src/plan/read/read-plan.ts'
import { visibleAttribute } from '../../src/plan/visibility.ts'
import type { Client } from '../support/databases.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type JsonObject = { readonly [key: string]: Json }

export interface Comparison {
  readonly context: PlanContext
  readonly client: Client
  /** Whether lists must have the same order; otherwise each of our entries is looked up by its id. */
  readonly order: boolean
  /** Whether values and the order of keys must be the same; otherwise only which entries there are. */
  readonly values: boolean
  /**
   * Whether Strapi was asked without the sort, which brings keys forward (31). Then keys may have another order, and those are missing
   * that `fields` does not name; the answer with the sort has them.
   */
  readonly unsorted?: boolean
  /** Rulings that explained something. */
  readonly rulings: Set<string>
}

export class Mismatch extends Error {}

/** How entries are written: with `attributes`, without, or without all the way down. */
type Form = 'entry' | 'plain' | 'flat'

interface Place {
  readonly path: string
  readonly form: Form
  /** Below a morph relation to one entry, where Strapi shows what the caller may not see. */
  readonly leaky: boolean
}

/** Throws a Mismatch where the answers differ and no ruling explains it. */
export function compareEntries(
  ours: readonly Json[],
  real: readonly Json[],
  { entry, order }: Pick<ReadPlan, 'entry' | 'order'>,
  comparison: Comparison,
): void {
  compareList(ours, distinct(real, order, comparison), {
    place: { path: 'data', form: 'entry', leaky: false },
    partly: false,
    comparison,
    compare: (a, b, place) => compareEntry(a, b, entry, place, comparison),
  })
}

interface ListInput {
  readonly place: Place
  /** Ours is a part of the other list. */
  readonly partly: boolean
  readonly comparison: Comparison
  readonly compare: (ours: Json, real: Json, place: Place) => void
}

function compareList(ours: readonly Json[], real: readonly Json[], { place, partly, comparison, compare }: ListInput) {
  const [ourKeys, realKeys] = [ours.map(keyOf), real.map(keyOf)]
  const expected = comparison.order ? realKeys : [...realKeys].sort()
  const given = comparison.order ? ourKeys : [...ourKeys].sort()
  if (!partly && !same(given, expected)) fail(place, entriesText(given, expected), entriesText(expected, given))
  for (const [index, item] of ours.entries()) {
    const at = comparison.order && !partly ? index : realKeys.indexOf(ourKeys[index]!)
    if (at === -1) fail(place, `entry ${ourKeys[index]}`, 'no such entry')
    compare(item, real[at]!, { ...place, path: `${place.path}[${index}]` })
  }
}

/** Those that the other list does not have; all of them if only their order or number differs. */
function entriesText(list: readonly string[], other: readonly string[]): string {
  const own = list.filter(key => !other.includes(key))
  const hasMore = own.length > 0 || other.some(key => !list.includes(key))
  return hasMore ? `only entries ${own.join(' ')}` : `entries ${list.join(' ')}`
}

/** `12`, or the component or type and id for lists that hold several. */
function keyOf(item: Json): string {
  const { id = null, __component = null, __type = null } = item as JsonObject
  return `${__component ?? __type ?? ''}${__component === null && __type === null ? '' : ':'}${id}`
}

/** A sort through a to-many relation lists an entry once for each related row (7). */
function distinct(entries: readonly Json[], order: readonly OrderTerm[], { rulings }: Comparison): readonly Json[] {
  if (!order.some(({ hops }) => hops.some(({ attribute }) => attribute.many))) return entries
  const first = new Map<string, Json>()
  for (const entry of entries) if (!first.has(keyOf(entry))) first.set(keyOf(entry), entry)
  if (first.size < entries.length) rulings.add('7: a sort through a to-many relation lists every entry once')
  return [...first.values()]
}

function compareEntry(ours: Json, real: Json, plan: EntryPlan, place: Place, comparison: Comparison): void {
  const [ourFields, realFields] = [fieldsOf(ours, place), fieldsOf(real, place)]
  if (keyOf(ours) !== keyOf(real)) fail(place, keyOf(ours), keyOf(real))
  if (comparison.values) {
    const shown = keysShown(realFields, plan, place, comparison).filter(
      key => key in ourFields || !mayBeCutAway(key, plan),
    )
    const scalars = plan.scalars.filter(({ name }) => comparison.unsorted !== true || name in realFields)
    const brought = plan.scalars.filter(scalar => !scalars.includes(scalar)).map(({ name }) => name)
    const given = Object.keys(ourFields).filter(key => !brought.includes(key))
    compareKeys(given, shown, { plan, place, comparison })
    for (const attribute of scalars) compareScalar(ourFields, realFields, attribute, place, comparison)
  } else {
    const missing = plan.scalars.filter(({ name }) => name in ourFields && !(name in realFields))
    if (missing.length > 0) fail(place, `keys ${missing.map(({ name }) => name).join(' ')}`, 'no such keys')
  }
  for (const child of plan.children) {
    const { name } = child.attribute
    const inner = { ...place, path: `${place.path}.${name}` }
    compareChild(ourFields[name], realFields[name], child, inner, comparison)
  }
}

function fieldsOf(value: Json, { form, path }: Place): JsonObject {
  const object = value as JsonObject
  if (typeof object !== 'object' || object === null) throw new Mismatch(`${path}: not an entry`)
  if (form !== 'entry') return object
  if (!same(Object.keys(object), ['id', 'attributes'])) throw new Mismatch(`${path}: not an entry`)
  return object.attributes as JsonObject
}

/** The keys that Strapi shows, without those that leak. */
function keysShown(fields: JsonObject, plan: EntryPlan, place: Place, comparison: Comparison): readonly string[] {
  const { model } = plan
  const keys = withoutUnasked(Object.keys(fields), plan, comparison)
  if (!place.leaky) return keys
  const shown = keys.filter(
    key => !model.attributes.has(key) || visibleAttribute(model, key, comparison.context) !== undefined,
  )
  if (shown.length < keys.length) comparison.rulings.add(MORPH_LEAK)
  return shown
}

const MORPH_LEAK = '6: morph relations show nothing that the caller may not see'

/** Beside a morph relation to one entry Strapi was asked for all fields, since it loses the relation otherwise. */
function withoutUnasked(keys: readonly string[], plan: EntryPlan, { rulings }: Comparison): readonly string[] {
  if (!hasMorphOne(plan)) return keys
  const unasked = keys.filter(
    key => plan.model.attributes.get(key)?.kind === 'scalar' && !plan.scalars.some(({ name }) => name === key),
  )
  if (unasked.length > 0) rulings.add(FIELDS)
  return keys.filter(key => !unasked.includes(key))
}

function hasMorphOne({ children }: EntryPlan): boolean {
  return children.some(({ attribute }) => attribute.kind === 'morph' && !attribute.many)
}

/** A list of morph relations is absent when nothing of it is on the page. */
function mayBeCutAway(key: string, { children }: EntryPlan): boolean {
  return children.some(
    child =>
      child.kind === 'variant' && child.attribute.name === key && child.attribute.kind === 'morph' && hasSlice(child),
  )
}

function compareKeys(
  ours: readonly string[],
  real: readonly string[],
  { plan, place, comparison }: { plan: EntryPlan; place: Place; comparison: Comparison },
): void {
  if (same(ours, real)) return
  const isMoved = same([...ours].sort(), [...real].sort())
  if (isMoved && comparison.unsorted === true) return
  if (!hasMorphOne(plan) || !isMoved) fail(place, `keys ${ours.join(' ')}`, `keys ${real.join(' ')}`)
  comparison.rulings.add(FIELDS)
}

const FIELDS = 'document 4.2: `fields` has no effect on what is populated'

function compareScalar(
  ours: JsonObject,
  real: JsonObject,
  { name, type }: ScalarPlan,
  place: Place,
  { client, rulings }: Comparison,
): void {
  if (same(ours[name], real[name])) return
  if (type === 'biginteger' && client === 'sqlite' && String(Number(ours[name])) === real[name]) {
    rulings.add('8: big integers are exact')
    return
  }
  fail({ ...place, path: `${place.path}.${name}` }, ours[name], real[name])
}

function compareChild(
  ours: Json | undefined,
  real: Json | undefined,
  child: ChildPlan,
  place: Place,
  comparison: Comparison,
): void {
  if (child.kind === 'link') compareLink(ours, real, child, place, comparison)
  else if (child.kind === 'variant') compareVariants(ours, real, child, place, comparison)
  else if (comparison.values) compareCount(ours, real, child, place, comparison)
}

/** A sort or a filter through a to-many relation counts an entry more than once in Strapi; sorts are not looked at here. */
function compareCount(
  ours: Json | undefined,
  real: Json | undefined,
  { where }: CountPlan,
  place: Place,
  { rulings }: Comparison,
): void {
  if (same(ours, real)) return
  const [ourCount, realCount] = [countOf(ours), countOf(real)]
  const shape = JSON.stringify(real)?.replace(String(realCount), String(ourCount))
  if (!leadsToMany(where) || JSON.stringify(ours) !== shape || ourCount === 0 || ourCount > realCount)
    fail(place, ours, real)
  rulings.add('7: an entry is counted once, however many related rows a filter finds')
}

function countOf(value: Json | undefined): number {
  return Number(/"count":(\d+)/.exec(JSON.stringify(value) ?? '')?.[1] ?? Number.NaN)
}

function leadsToMany(condition: Condition | null): boolean {
  if (condition === null) return false
  if (condition.kind === 'all' || condition.kind === 'any') return condition.items.some(leadsToMany)
  return condition.kind === 'some' && (condition.attribute.many || leadsToMany(condition.condition))
}

function compareLink(
  ours: Json | undefined,
  real: Json | undefined,
  plan: LinkPlan,
  place: Place,
  comparison: Comparison,
): void {
  const isComponent = plan.attribute.kind === 'component'
  const wrapped = place.form !== 'flat' && !isComponent
  const form: Form = place.form === 'flat' ? 'flat' : isComponent ? 'plain' : 'entry'
  const [ourData, realData] = wrapped ? [dataOf(ours, plan, place), dataOf(real, null, place)] : [ours, real]
  const ourList = listOf(ourData, place)
  const whole = distinct(listOf(realData, place), plan.order, comparison)
  const cut = plan.slice !== null && comparison.order ? sliceOf(whole, plan.slice) : whole
  if (plan.slice !== null) comparison.rulings.add(PER_PARENT)
  const partly = plan.slice !== null && !comparison.order
  compareList(ourList, cut, {
    place: { ...place, form },
    partly,
    comparison,
    compare: (a, b, inner) => compareEntry(a, b, plan.entry, inner, comparison),
  })
  // An empty list is written in its own way, `null` for media: the same way where Strapi's list is empty too.
  if (ourList.length === 0 && whole.length === 0 && !same(ourData, realData)) fail(place, ourData, realData)
  if (Array.isArray(ourData) !== Array.isArray(realData) && ourList.length > 0) fail(place, ourData, realData)
}

export const PER_PARENT = '14: paging inside populate is per parent'

function dataOf(value: Json | undefined, plan: LinkPlan | null, { path }: Place): Json {
  const keys = plan?.slice?.meta == null || !plan.attribute.many ? ['data'] : ['data', 'meta']
  if (typeof value !== 'object' || value === null || !same(Object.keys(value), keys))
    throw new Mismatch(`${path}: not wrapped in data`)
  return (value as JsonObject).data!
}

function listOf(value: Json | undefined, { path }: Place): readonly Json[] {
  if (value === undefined) throw new Mismatch(`${path}: absent`)
  if (value === null) return []
  return Array.isArray(value) ? value : [value]
}

export function sliceOf<T>(list: readonly T[], { start, limit }: SlicePlan): readonly T[] {
  return list.slice(start, limit === null ? undefined : start + limit)
}

function compareVariants(
  ours: Json | undefined,
  real: Json | undefined,
  plan: VariantPlan,
  place: Place,
  comparison: Comparison,
): void {
  const { attribute } = plan
  if (attribute.kind === 'morph' && !attribute.many) {
    compareMorphOne(ours, real, plan, place, comparison)
    return
  }
  const isZone = attribute.kind === 'zone'
  const inner: Place = { ...place, form: isZone && place.form !== 'flat' ? 'plain' : 'flat' }
  // Zones are always there; a list of morph relations only when it holds something.
  if (isZone && (ours === undefined || real === undefined)) fail(place, ours, real)
  const uidOf = (item: Json) => String((item as JsonObject)[isZone ? '__component' : '__type'])
  const unordered = attribute.name === 'related'
  const keys = (list: Json | undefined) => ((list ?? []) as readonly Json[]).map(keyOf)
  if (unordered && !same(keys(ours), keys(real)))
    comparison.rulings.add('7: the entries that a file belongs to are in the order of their links')
  const own = unordered ? { ...comparison, order: false } : comparison
  const known = new Set(keys(ours))
  const isHidden = (item: Json) =>
    unordered && !known.has(keyOf(item)) && comparison.context.schema.components.has(uidOf(item))
  const all = (real ?? []) as readonly Json[]
  if (all.some(isHidden)) comparison.rulings.add(HOLDER)
  const listed = all.filter(item => !isHidden(item))
  const shown = sliceVariants(listed, plan, uidOf, own)
  compareList((ours ?? []) as readonly Json[], shown, {
    place: inner,
    partly: hasSlice(plan) && !own.order,
    comparison: own,
    compare: (a, b, at) => compareEntry(a, b, plan.variants.get(uidOf(a))!.entry, at, comparison),
  })
}

const HOLDER = '20: a file lists components only of entries that the caller may read'

function hasSlice(plan: VariantPlan): boolean {
  return plan.slice !== null || [...plan.variants.values()].some(({ slice }) => slice !== null)
}

function sliceVariants(
  items: readonly Json[],
  plan: VariantPlan,
  uidOf: (item: Json) => string,
  { order, rulings }: Comparison,
): readonly Json[] {
  const allowed = items.filter(item => plan.variants.has(uidOf(item)))
  if (!hasSlice(plan) || !order) return allowed
  rulings.add(PER_PARENT)
  const seen = new Map<string, number>()
  const kept = allowed.filter(item => {
    const uid = uidOf(item)
    const index = seen.get(uid) ?? 0
    seen.set(uid, index + 1)
    const slice = plan.variants.get(uid)?.slice ?? null
    return slice === null || sliceOf([...Array(index + 1).keys()], slice).includes(index)
  })
  return plan.slice === null ? kept : sliceOf(kept, plan.slice)
}

/** Strapi does not say which type the one entry is of, and shows it whoever asks: one of the types must fit. */
function compareMorphOne(
  ours: Json | undefined,
  real: Json | undefined,
  plan: VariantPlan,
  place: Place,
  comparison: Comparison,
): void {
  if (ours === undefined || real === undefined) fail(place, ours, real)
  if (same(ours, real)) return
  const inner: Place = { ...place, form: 'flat', leaky: true }
  if (ours === null) {
    comparison.rulings.add(MORPH_LEAK)
    if (isForbidden(real as JsonObject, plan, comparison)) return
    fail(place, ours, real)
  }
  const problems: string[] = []
  for (const { entry } of plan.variants.values()) {
    try {
      compareEntry(ours!, real!, entry, inner, comparison)
      return
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error
      problems.push(error.message)
    }
  }
  throw new Mismatch(problems[0] ?? `${place.path}: no type fits`)
}

/** Whether an entry has the attributes of a type that the caller may not read. */
function isForbidden(entry: JsonObject, plan: VariantPlan, { context }: Comparison): boolean {
  const keys = Object.keys(entry).filter(key => key !== 'id')
  return [...context.schema.types.values()].some(
    type => !plan.variants.has(type.uid) && keys.length > 0 && keys.every(key => type.attributes.has(key)),
  )
}

export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function fail({ path }: Place, ours: unknown, real: unknown): never {
  throw new Mismatch(`${path}: ours ${short(ours)}, Strapi ${short(real)}`)
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent')
  return text.length > 200 ? `${text.slice(0, 200)}...` : text
}
