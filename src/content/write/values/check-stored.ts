/** Checks of bodies that only the database can make: related entries exist, and unique values are free. */
import type { RowRules } from '../../../plan/access.ts'
import type { MissingTargets } from '../../../plan/write/check-links.ts'
import {
  collectTargets,
  collectUnique,
  type FoundInDatabase,
  type UniqueValue,
} from '../../../plan/write/plan-write.ts'
import type { EntryWrite, ValueProblem } from '../../../plan/write/write-plan.ts'
import type { Model } from '../../../schema/schema.ts'
import { selectAllTaken, selectTaken, type TakenValue } from '../../../sql/compile-write.ts'
import { translationsOf } from '../entry-locale.ts'
import { knownIds } from '../open-rows.ts'
import { componentsIn } from '../store/store-components.ts'
import { takeLocks } from '../write-locks.ts'
import type { WriteScope } from '../write-scope.ts'
import { notKept } from './kept-links.ts'
import { takenFromClosed } from './taken-links.ts'

export interface CheckedEntry {
  /** The entry itself, whose own values do not conflict; `null` for a new one. */
  readonly id: number | null
  /** The other translations of the entry, or those that a new entry will have; looked up if absent. */
  readonly translations?: readonly number[] | undefined
}

/** Which related entries there are for the writer. */
interface WriterRows {
  readonly rows: RowRules | undefined
  /** Whether links to other entries may stay. */
  readonly bareLinks: boolean
}

export interface BodyToCheck {
  readonly write: EntryWrite
  /** What is wrong with it already. */
  readonly problems: readonly ValueProblem[]
  readonly entry: CheckedEntry
  /** The values of the body, if only those have to be unique, and not those that it leaves to defaults. */
  readonly given?: unknown
}

/**
 * In the order of the bodies. The number of statements depends on the types, not on the number of bodies, if their
 * translations are given. Exceptions are a unique value in a component that translations share, and what a body takes from
 * entries with rules.
 * `access`: related entries outside the rules for the writer do not exist.
 */
export async function checkStored(
  scope: WriteScope,
  bodies: readonly BodyToCheck[],
  access: WriterRows,
): Promise<readonly FoundInDatabase[]> {
  const uniques = bodies.flatMap(body => uniquesOf(scope, body))
  takeLocks(
    scope,
    uniques.map(({ unique: { model, attribute, value } }) => `${model.uid}.${attribute.name}=${String(value)}`),
  )
  const [isTaken, missing] = await Promise.all([takenAmong(scope, uniques), missingTargets(scope, bodies, access)])
  return bodies.map((body, index) => ({
    taken: uniques.filter((place, at) => place.body === body && isTaken[at]).map(({ unique }) => unique.path),
    missing: missing[index]!,
  }))
}

/** A unique value and the body that has it. */
interface PlacedValue {
  readonly body: BodyToCheck
  readonly unique: UniqueValue
}

function uniquesOf({ dialect }: WriteScope, body: BodyToCheck): readonly PlacedValue[] {
  // A database with strict types cannot even be queried for a value of the wrong type.
  const wrong = new Set(dialect.strictTypes ? body.problems.map(({ path }) => path.join('.')) : [])
  return collectUnique(body.write)
    .filter(({ path }) => !wrong.has(path.join('.')) && (body.given === undefined || isGiven(body.given, path)))
    .map(unique => ({ body, unique }))
}

function isGiven(values: unknown, path: readonly string[]): boolean {
  const value = path.reduce<unknown>((holder, name) => (holder as Readonly<Record<string, unknown>>)?.[name], values)
  return value !== undefined
}

async function takenAmong(scope: WriteScope, places: readonly PlacedValue[]): Promise<readonly boolean[]> {
  const values: (TakenValue | null)[] = []
  const before = new Map<string, PlacedValue[]>()
  for (const place of places) {
    const key = String(place.unique.value)
    const alike = before.get(key) ?? []
    values.push(alike.some(other => isSameValue(other, place)) ? null : await toTaken(scope, place))
    before.set(key, alike)
    alike.push(place)
  }
  const asked = values.filter(value => value !== null)
  const found = await findTaken(
    scope,
    asked.filter(({ column }) => column !== null),
  )
  return values.map(value => value === null || found.has(value))
}

/** The first body, and the first component of a body, keeps a value. Translations may share one. */
function isSameValue(one: PlacedValue, other: PlacedValue): boolean {
  const { attribute, value } = one.unique
  if (attribute !== other.unique.attribute || String(value) !== String(other.unique.value)) return false
  if (one.body === other.body) return true
  const isShared = sharedAttribute(other.body.write.model, other.unique) !== null
  return !(isShared && (other.body.entry.translations ?? []).includes(one.body.entry.id ?? 0))
}

async function toTaken(scope: WriteScope, { body: { write, entry }, unique }: PlacedValue): Promise<TakenValue> {
  const { model, attribute, value } = unique
  const except = [...ownIds(write.model, unique, entry), ...(await translatedIds(scope, write.model, unique, entry))]
  const column = model.table === null ? null : attribute.column
  return { table: model.table ?? '', column, value: scope.dialect.encode(attribute.type, value), except }
}

/** So many values are looked up by one statement. */
const AT_ONCE = 100

async function findTaken(scope: WriteScope, values: readonly TakenValue[]): Promise<ReadonlySet<TakenValue>> {
  const [only] = values
  if (only !== undefined && values.length === 1)
    return new Set((await scope.ask(selectTaken(only))).length > 0 ? [only] : [])
  const found = new Set<TakenValue>()
  for (let first = 0; first < values.length; first += AT_ONCE) {
    const some = values.slice(first, first + AT_ONCE)
    for (const [place] of await scope.ask(selectAllTaken(some))) found.add(some[Number(place)]!)
  }
  return found
}

function ownIds(model: Model, unique: UniqueValue, { id }: CheckedEntry): readonly number[] {
  const own = unique.componentId ?? (unique.model === model ? id : null)
  return own === null ? [] : [own]
}

/** The attribute of the entry that has the value, if all translations share it. */
function sharedAttribute(model: Model, { path }: UniqueValue) {
  const attribute = model.attributes.get(path[0]!)
  return attribute === undefined || attribute.localized || model.kind !== 'type' ? null : attribute
}

/** The rows of translations that have the same value because they share it. */
async function translatedIds(
  scope: WriteScope,
  model: Model,
  unique: UniqueValue,
  { id, translations }: CheckedEntry,
): Promise<readonly number[]> {
  const attribute = sharedAttribute(model, unique)
  if (attribute === null || model.kind !== 'type') return []
  const others = translations ?? (id === null ? [] : await translationsOf(scope, model, id))
  if (attribute.kind === 'scalar') return others
  const ids: number[] = []
  for (const other of others) {
    const held = await componentsIn(scope, attribute, other)
    ids.push(...held.filter(component => component.uid === unique.model.uid).map(component => component.id))
  }
  return ids
}

async function missingTargets(
  scope: WriteScope,
  bodies: readonly BodyToCheck[],
  { rows, bareLinks }: WriterRows,
): Promise<readonly FoundInDatabase['missing'][]> {
  const isRuled = (uid: string) => {
    const { read, connect = read } = rows?.get(uid) ?? {}
    return connect !== undefined
  }
  const targets = bodies.map(({ write }) => collectTargets(write, isRuled))
  const wanted = new Map<string, Set<number>>()
  for (const [uid, ids] of targets.flatMap(target => [...target]))
    wanted.set(uid, new Set([...(wanted.get(uid) ?? []), ...ids]))
  const found = [...wanted].map(async ([uid, ids]) => [uid, await knownIds(scope, uid, [...ids], rows)] as const)
  const known = new Map(await Promise.all(found))
  const missing: MissingTargets[][] = bodies.map(() => [])
  for (const [index, target] of targets.entries()) {
    const { write, entry } = bodies[index]!
    const taken = rows === undefined ? undefined : await takenFromClosed(scope, { write, entry }, rows)
    for (const [uid, ids] of target) {
      const absent = new Set([...ids].filter(id => !known.get(uid)!.has(id)))
      const mayKeep = bareLinks && isRuled(uid) && entry.id !== null && absent.size > 0
      const left = mayKeep ? await notKept(scope, { write, id: entry.id! }, { uid, ids: absent }) : absent
      const count = new Set([...left, ...(taken?.get(uid) ?? [])]).size
      if (count > 0) missing[index]!.push({ uid, count })
    }
  }
  return missing
}
