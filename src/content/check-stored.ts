/** What only the database can say about a body: related entries exist, unique values are free. */
import {
  collectTargets,
  collectUnique,
  type FoundInDatabase,
  type PlannedWrite,
  type UniqueValue,
} from '../plan/plan-write.ts'
import { selectExisting, selectTaken } from '../sql/compile-write.ts'
import { takeLocks, type WriteScope } from './write-scope.ts'

/** `id` is that of the entry itself, whose own values are not in its way; `null` for a new one. */
export async function checkStored(
  scope: WriteScope,
  { write, problems }: PlannedWrite,
  id: number | null,
): Promise<FoundInDatabase> {
  const taken: (readonly string[])[] = []
  // A database with strict types cannot even be asked for a value that does not fit.
  const wrong = new Set(scope.dialect.strictTypes ? problems.map(({ path }) => path.join('.')) : [])
  const uniques = collectUnique(write).filter(({ path }) => !wrong.has(path.join('.')))
  await takeLocks(
    scope,
    uniques.map(({ model, attribute, value }) => `${model.uid}.${attribute.name}=${String(value)}`),
  )
  for (const unique of uniques) {
    const except = unique.componentId ?? (unique.model === write.model ? id : null)
    if (await isTaken(scope, unique, except)) taken.push(unique.path)
  }
  const missing: { uid: string; count: number }[] = []
  for (const [uid, ids] of collectTargets(write)) {
    const count = await countMissing(scope, uid, [...ids])
    if (count > 0) missing.push({ uid, count })
  }
  return { taken, missing }
}

async function isTaken(scope: WriteScope, unique: UniqueValue, except: number | null): Promise<boolean> {
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
