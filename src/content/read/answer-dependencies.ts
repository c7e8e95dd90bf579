/** The dependencies of an answer: those of its plan, and the ids of the rows that were loaded. */
import type { Dependencies } from '../../kept/dependencies/dependencies.ts'
import { NO_IDS, packIds } from '../../kept/dependencies/id-sets.ts'
import { ROOT_SET } from '../../kept/dependencies/plan-dependencies.ts'
import type { EntryPlan } from '../../plan/read/read-plan.ts'
import type { EntryProgram, LinkProgram, ReadProgram, ShownProgram, VariantProgram } from '../../sql/read-program.ts'
import type { PackedRow, RowKey } from '../../sql/statement.ts'
import type { LoadedRows, RowGroups } from '../../wire/loaded-rows.ts'

export type ShownRows = Pick<LoadedRows, 'rows' | 'groups' | 'shared'>

/** What an answer depends on: the list, and the entries that it shows. `entryId` is the id that the request names. */
export function answerDependencies(
  program: ReadProgram,
  loaded: LoadedRows,
  entryId?: number,
): readonly Dependencies[] {
  const shown = shownDependencies(program.shown, loaded, entryId)
  const list = entryId === undefined ? listDependency(program) : null
  return list === null ? [shown] : [list, shown]
}

/** `null` where the request names the entry. */
export function listDependency({ list, values }: ReadProgram): Dependencies | null {
  return list === null ? null : { plan: list.depends, ids: NO_IDS, values }
}

/**
 * `entryId` is the id that the request names. It counts even if there is no such row. Rows that were read together with
 * these, for other requests, do not count.
 */
export function shownDependencies(program: ShownProgram, loaded: ShownRows, entryId?: number): Dependencies {
  const { dependencies: plan, sets } = program.depends
  const lists: number[][] = []
  for (let set = 0; set < plan.sets; set += 1) lists.push([])
  const collection: Collection = { lists, sets, groups: loaded.groups, shared: loaded.shared === true }
  const root = lists[ROOT_SET]!
  if (entryId !== undefined) root.push(entryId)
  for (const row of loaded.rows) root.push(row.keys[0] as number)
  addChildren(program.entry, [loaded.rows], collection)
  return { plan, ids: packIds(lists) }
}

interface Collection {
  /** By set. */
  readonly lists: readonly number[][]
  readonly sets: ReadonlyMap<EntryPlan, number>
  readonly groups: LoadedRows['groups']
  readonly shared: boolean
}

/** The rows of a node, in groups. It is gone through more than once. */
type Rows = Pick<RowGroups, 'values'> | readonly (readonly PackedRow[])[]

const NO_ROWS: Rows = []

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
  if (keyIndex > 0) addKeys(parents, keyIndex, ids)
  const found = ofParents(groups[slot], parents, keyIndex, collection)
  addKeys(found, 0, ids)
  addChildren(entry, found, collection)
}

/** The rows of these parents, or all of them if they have no others. */
function ofParents(rows: RowGroups | undefined, parents: Rows, index: number, { shared }: Collection): Rows {
  if (rows === undefined || !shared) return rows ?? NO_ROWS
  const own = new Map<RowKey | undefined, readonly PackedRow[]>()
  for (const group of parents.values()) for (const { keys } of group) own.set(keys[index], rows.get(keys[index]) ?? [])
  return own
}

function addVariants({ plan, slot, own, variants }: VariantProgram, parents: Rows, collection: Collection): void {
  const { lists, sets, groups } = collection
  const named = new Set<string>()
  const add = (type: unknown, id: unknown) => {
    const variant = typeof type === 'string' && typeof id === 'number' ? plan.variants.get(type) : undefined
    if (variant === undefined) return
    named.add(type as string)
    lists[sets.get(variant.entry)!]!.push(id as number)
  }
  const links = own === null ? ofParents(groups[slot], parents, 0, collection) : NO_ROWS
  if (own === null) for (const group of links.values()) for (const { keys } of group) add(keys[1], keys[2])
  else for (const rows of parents.values()) for (const { keys } of rows) add(keys[own.typeIndex], keys[own.idIndex])
  for (const type of named) {
    const { entry, slot: rows } = variants.get(type)!
    if (entry.children.length === 0) continue
    const holders = own === null ? links : parents
    addChildren(entry, ofParents(groups[rows], holders, own === null ? 2 : own.idIndex, collection), collection)
  }
}

function addKeys(rows: Rows, index: number, ids: number[]): void {
  for (const group of rows.values()) {
    for (const { keys } of group) {
      const key = keys[index]
      if (typeof key === 'number') ids.push(key)
    }
  }
}
