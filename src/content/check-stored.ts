/** The checks of a body that need the database: related entries exist, unique values are free. */
import type { UniqueValue } from '../plan/plan-write.ts'
import { collectTargets, collectUnique } from '../plan/plan-write.ts'
import type { EntryWrite, ValueProblem } from '../plan/write-plan.ts'
import { selectExisting, selectTaken } from '../sql/compile-write.ts'
import type { WriteScope } from './write-scope.ts'

/** `id` is that of the entry itself, whose own values are not in its way; `null` for a new one. */
export async function checkStored(
  scope: WriteScope,
  write: EntryWrite,
  id: number | null,
): Promise<readonly ValueProblem[]> {
  const problems: ValueProblem[] = []
  for (const unique of collectUnique(write)) {
    if (await isTaken(scope, unique, unique.componentId ?? (unique.model === write.model ? id : null))) {
      problems.push({ path: unique.path, message: 'This attribute must be unique' })
    }
  }
  for (const [uid, ids] of collectTargets(write)) {
    const missing = await countMissing(scope, uid, [...ids])
    if (missing > 0) {
      problems.push({
        path: [],
        message: `${missing} relation(s) of type ${uid} associated with this entity do not exist`,
      })
    }
  }
  return problems
}

async function isTaken(
  scope: WriteScope,
  { model, attribute, value }: UniqueValue,
  except: number | null,
): Promise<boolean> {
  if (model.table === null || attribute.column === null) return false
  const stored = scope.dialect.encode(attribute.type, value)
  const lock = scope.dialect.lock(`${model.table}.${attribute.column}=${String(stored)}`)
  if (lock !== null) await scope.ask(lock)
  const rows = await scope.ask(selectTaken(model.table, { column: attribute.column, value: stored, except }))
  return rows.length > 0
}

async function countMissing(scope: WriteScope, uid: string, ids: readonly number[]): Promise<number> {
  const table = scope.schema.types.get(uid)?.table ?? null
  if (table === null) return ids.length
  const rows = await scope.ask(selectExisting(table, ids))
  return ids.length - rows.length
}
