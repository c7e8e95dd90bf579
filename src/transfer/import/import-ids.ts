/** Which ids the rows of a file get: their own if a table is empty, otherwise shifted past the existing ids. */
import { StartError } from '../../errors.ts'
import { isScalar, type Model } from '../../schema/schema.ts'
import { name, sql, table } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { reserveIds } from '../../storage/bulk-write.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { largestIdOf } from '../../tables/existing/id-room.ts'
import { type CheckedFile, KEYED_TYPES } from './check-file.ts'

/** Plain JSON, so an interrupted import finds its ids again. */
export interface ImportIds {
  /** By uid: what is added to the ids of the file. */
  readonly shifts: Readonly<Record<string, number>>
  /** By uid of a keyed type: ids of the file -> ids of this database. */
  readonly keyed: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** By uid of a keyed type: ids of the file whose entries this database already has. */
  readonly there: Readonly<Record<string, readonly number[]>>
}

/** Also reserves the ids, unless nothing will be stored. Throws StartError. */
export async function planIds(
  run: RunFragment,
  dialect: SqlDialect,
  checked: CheckedFile,
  { reserve = true }: { readonly reserve?: boolean } = {},
): Promise<ImportIds> {
  const shifts: Record<string, number> = {}
  const keyed: Record<string, Record<string, number>> = {}
  const there: Record<string, readonly number[]> = {}
  for (const [model, largest] of checked.largest) {
    if (model.table === null) throw new StartError(`This database has no table ${model.tableName} for ${model.uid}`)
    const room = await largestIdOf(run, dialect, model.table)
    let last = largest
    if (KEYED_TYPES.has(model.uid)) {
      const found = await planKeyed(run, model, checked)
      keyed[model.uid] = found.ids
      there[model.uid] = found.there
      last = Math.max(...Object.values(found.ids))
      checkRoom(model, { shift: 0, largest: last, room })
    } else {
      const [row] = await run(sql`select max(${name('id')}) from ${table(model.table)}`)
      const shift = Number(row?.[0] ?? 0)
      checkNotThere(model, shift)
      checkRoom(model, { shift, largest, room })
      shifts[model.uid] = shift
      last += shift
    }
    if (reserve) await reserveIds(run, dialect, model.table, last)
  }
  return { shifts, keyed, there }
}

function checkNotThere(model: Model, shift: number): void {
  if (shift > 0 && model.kind === 'type' && model.single)
    throw new StartError(`${model.uid} is a single type, and this database already has its entry`)
}

interface NeededRoom {
  readonly shift: number
  readonly largest: number
  /** The largest id that the table has room for. */
  readonly room: number
}

function checkRoom(model: Model, { shift, largest, room }: NeededRoom): void {
  if (shift + largest <= room) return
  throw new StartError(
    shift > 0
      ? `The ids of ${model.uid} do not fit above ${shift}, the largest id in use`
      : `The id ${largest} of ${model.uid} is larger than ${room}, the largest that this database has room for`,
  )
}

/** An entry with the same key is the same entry. Any other one keeps its id if that is free. */
async function planKeyed(
  run: RunFragment,
  model: Model,
  { keyed }: CheckedFile,
): Promise<{ readonly ids: Record<string, number>; readonly there: readonly number[] }> {
  const attribute = model.attributes.get(KEYED_TYPES.get(model.uid)!)
  const key = isScalar(attribute) && attribute.column !== null ? name(attribute.column) : sql`null`
  const rows = await run(sql`select ${name('id')}, ${key} from ${table(model.tableName)} order by ${name('id')} desc`)
  const byKey = new Map(rows.map(([id, text]) => [String(text), Number(id)]))
  const taken = new Set(rows.map(([id]) => Number(id)))
  const wanted = keyed.filter(({ uid }) => uid === model.uid)
  const ids: Record<string, number> = {}
  const there: number[] = []
  let next = Math.max(0, ...taken, ...wanted.map(({ id }) => id))
  for (const entry of wanted) {
    const known = byKey.get(entry.key)
    if (known !== undefined) there.push(entry.id)
    const id = known ?? (taken.has(entry.id) ? ++next : entry.id)
    taken.add(id)
    ids[entry.id] = id
  }
  return { ids, there }
}

/** Throws StartError for an unknown id of a type whose entries are all known. */
export function mappedId({ shifts, keyed }: ImportIds, uid: string, id: number): number {
  const list = keyed[uid]
  if (list === undefined) return id + (shifts[uid] ?? 0)
  const found = list[id]
  if (found === undefined) throw new StartError(`the file has no ${uid} with the id ${id}`)
  return found
}
