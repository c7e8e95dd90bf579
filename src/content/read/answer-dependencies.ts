/** The dependencies of an answer: those of its plan, and the ids of the rows that it shows. */
import type { Dependencies } from '../../dependencies/dependencies.ts'
import { packIds } from '../../dependencies/id-sets.ts'
import { ROOT_SET } from '../../dependencies/plan-dependencies.ts'
import type { EntryPlan } from '../../plan/read/read-plan.ts'
import type { EntryProgram, LinkProgram, ReadProgram, VariantProgram } from '../../sql/read-program.ts'
import type { PackedRow, RowKey } from '../../sql/statement.ts'
import type { LoadedRows, RowGroups } from '../../wire/loaded-rows.ts'

/**
 * `entryId` is the id that the request names. It counts even if there is no such row. Rows that were read together with
 * these, for other requests, do not count.
 */
export function answerDependencies(program: ReadProgram, loaded: LoadedRows, entryId?: number): Dependencies {
  const { dependencies: plan, sets } = program.depends
  const lists: number[][] = []
  for (let set = 0; set < plan.sets; set += 1) lists.push([])
  const collection: Collection = { lists, sets, groups: loaded.groups }
  const root = lists[ROOT_SET]!
  if (entryId !== undefined) root.push(entryId)
  for (const row of loaded.rows) root.push(row.keys[0] as number)
  addChildren(program.entry, loaded.rows, collection)
  return { plan, ids: packIds(lists) }
}

interface Collection {
  /** By set. */
  readonly lists: readonly number[][]
  readonly sets: ReadonlyMap<EntryPlan, number>
  readonly groups: LoadedRows['groups']
}

type Rows = readonly PackedRow[]

function addChildren({ children }: EntryProgram, parents: Rows, collection: Collection): void {
  for (const child of children) {
    if (child.kind === 'link') addLinked(child, parents, collection)
    else if (child.kind === 'variant') addVariants(child, parents, collection)
  }
}

function addLinked({ plan, entry, slot, keyIndex }: LinkProgram, parents: Rows, collection: Collection): void {
  const { lists, sets, groups } = collection
  const ids = lists[sets.get(plan.entry)!]!
  // A row that is named but not found would be found if it came into being.
  if (keyIndex > 0) for (const { keys } of parents) if (typeof keys[keyIndex] === 'number') ids.push(keys[keyIndex])
  const found = rowsOf(groups[slot], parents, keyIndex)
  for (const { keys } of found) if (typeof keys[0] === 'number') ids.push(keys[0])
  if (entry.children.length > 0) addChildren(entry, found, collection)
}

/** The children of these parents. A parent that is shown several times has them once. */
function rowsOf(groups: RowGroups | undefined, parents: Rows, keyIndex: number): Rows {
  if (groups === undefined) return NO_ROWS
  const seen = new Set<RowKey | undefined>()
  const rows: PackedRow[] = []
  for (const { keys } of parents) {
    const key = keys[keyIndex]
    if (seen.has(key)) continue
    seen.add(key)
    for (const row of groups.get(key) ?? NO_ROWS) rows.push(row)
  }
  return rows
}

const NO_ROWS: Rows = []

function addVariants({ plan, slot, own, variants }: VariantProgram, parents: Rows, collection: Collection): void {
  const { lists, sets, groups } = collection
  const links = own === null ? rowsOf(groups[slot], parents, 0) : parents
  const [typeIndex, idIndex] = own === null ? [1, 2] : [own.typeIndex, own.idIndex]
  const shown = new Map<string, Set<number>>()
  for (const { keys } of links) {
    const [type, id] = [keys[typeIndex], keys[idIndex]]
    const variant = typeof type === 'string' && typeof id === 'number' ? plan.variants.get(type) : undefined
    if (variant === undefined) continue
    lists[sets.get(variant.entry)!]!.push(id as number)
    const ids = shown.get(type as string)
    if (ids === undefined) shown.set(type as string, new Set([id as number]))
    else ids.add(id as number)
  }
  for (const [type, ids] of shown) {
    const { entry, slot: rows } = variants.get(type)!
    if (entry.children.length > 0)
      addChildren(
        entry,
        [...ids].flatMap(id => groups[rows]?.get(id) ?? NO_ROWS),
        collection,
      )
  }
}
