/** Checks of a body that only the database can make: related entries exist, and unique values are free. */
import { collectTargets, collectUnique, type FoundInDatabase, type UniqueValue } from '../../plan/write/plan-write.ts'
import type { EntryWrite, ValueProblem } from '../../plan/write/write-plan.ts'
import type { Model } from '../../schema/schema.ts'
import { selectExisting, selectTaken } from '../../sql/compile-write.ts'
import { translationsOf } from './entry-locale.ts'
import { componentsIn } from './store-components.ts'
import { takeLocks, type WriteScope } from './write-scope.ts'

export interface CheckedEntry {
  /** The entry itself, whose own values do not conflict; `null` for a new one. */
  readonly id: number | null
  /** The entries that a new entry will be a translation of. */
  readonly translations?: readonly number[]
}

export async function checkStored(
  scope: WriteScope,
  { write, problems }: { readonly write: EntryWrite; readonly problems: readonly ValueProblem[] },
  entry: CheckedEntry,
): Promise<FoundInDatabase> {
  const taken: (readonly string[])[] = []
  // A database with strict types cannot even be queried for a value of the wrong type.
  const wrong = new Set(scope.dialect.strictTypes ? problems.map(({ path }) => path.join('.')) : [])
  const uniques = collectUnique(write).filter(({ path }) => !wrong.has(path.join('.')))
  await takeLocks(
    scope,
    uniques.map(({ model, attribute, value }) => `${model.uid}.${attribute.name}=${String(value)}`),
  )
  for (const [index, unique] of uniques.entries()) {
    const isTwice = uniques.slice(0, index).some(other => isSameValue(other, unique))
    const except = [...ownIds(write.model, unique, entry), ...(await translatedIds(scope, write.model, unique, entry))]
    if (isTwice || (await isTaken(scope, unique, except))) taken.push(unique.path)
  }
  const missing: { uid: string; count: number }[] = []
  for (const [uid, ids] of collectTargets(write)) {
    const count = await countMissing(scope, uid, [...ids])
    if (count > 0) missing.push({ uid, count })
  }
  return { taken, missing }
}

/** Components of one body cannot share a value either: the first one keeps it. */
function isSameValue(one: UniqueValue, other: UniqueValue): boolean {
  return one.attribute === other.attribute && String(one.value) === String(other.value)
}

function ownIds(model: Model, unique: UniqueValue, { id }: CheckedEntry): readonly number[] {
  const own = unique.componentId ?? (unique.model === model ? id : null)
  return own === null ? [] : [own]
}

/** The rows of translations that have the same value because they share it. */
async function translatedIds(
  scope: WriteScope,
  model: Model,
  unique: UniqueValue,
  { id, translations }: CheckedEntry,
): Promise<readonly number[]> {
  const attribute = model.attributes.get(unique.path[0]!)
  if (attribute === undefined || attribute.localized || model.kind !== 'type') return []
  const others = translations ?? (id === null ? [] : await translationsOf(scope, model, id))
  if (attribute.kind === 'scalar') return others
  const ids: number[] = []
  for (const other of others) {
    const held = await componentsIn(scope, attribute, other)
    ids.push(...held.filter(component => component.uid === unique.model.uid).map(component => component.id))
  }
  return ids
}

async function isTaken(scope: WriteScope, unique: UniqueValue, except: readonly number[]): Promise<boolean> {
  const { model, attribute, value } = unique
  if (model.table === null || attribute.column === null) return false
  const stored = scope.dialect.encode(attribute.type, value)
  const rows = await scope.ask(selectTaken(model.table, { column: attribute.column, value: stored, except }))
  return rows.length > 0
}

async function countMissing(scope: WriteScope, uid: string, ids: readonly number[]): Promise<number> {
  const table = scope.schema.types.get(uid)?.table ?? null
  if (table === null) return ids.length
  const rows = await scope.ask(selectExisting(table, ids))
  return ids.length - rows.length
}
