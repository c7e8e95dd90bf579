/** Which entries a list has -> the statements that find them. */
import { listDependencies } from '../kept/dependencies/plan-dependencies.ts'
import { readEach, readsOnce } from '../plan/read/conditions/condition.ts'
import { orderName } from '../plan/read/list-place.ts'
import type { ListShape } from '../plan/read/list-shape.ts'
import type { EntryPlan, ReadPlan } from '../plan/read/read-plan.ts'
import { SNIPPETS_SLOT } from './compile-shown.ts'
import { compileCount, compileOrderedIds } from './entries/compile-list-facts.ts'
import {
  compileFromEnd,
  compileRootRows,
  countsInRows,
  type RootForm,
  rangeOf,
  skipsMany,
} from './entries/compile-root-rows.ts'
import { keyColumns } from './entries/entry-columns.ts'
import { planTables } from './plan-tables.ts'
import type { ListPlaces, ListProgram } from './read-program.ts'
import { compileSnippets } from './search/compile-snippets.ts'
import type { SqlDialect } from './sql-dialect.ts'

/** The rows have what `plan.entry` shows; `onlyIds` makes a plan whose rows have none of it. */
export function compileList(plan: ReadPlan, shape: ListShape, dialect: SqlDialect): ListProgram {
  const { page, search, entry, locales } = plan
  const [limit, offset] = page === null ? [null, 0] : rangeOf(page)
  const reversed = page?.kind === 'cursor' && page.direction === 'before'
  const form: RootForm = { limit, skips: skipsMany(offset), slots: shape.slots, reversed }
  const { tables, timed } = planTables({ ...plan, entry: withoutParts(entry) })
  return Object.freeze({
    ...compilePages(plan, dialect, form),
    ifLong: readsOnce(plan.where) ? compilePages({ ...plan, where: readEach(plan.where!) }, dialect, form) : null,
    searches: search !== null,
    snippets: plan.envelope === 'collection' ? compileSnippets(search, entry.model, dialect, SNIPPETS_SLOT) : null,
    places: page?.kind === 'cursor' ? placesOf(plan) : null,
    locales: locales === null ? null : { ...locales, key: 1 + keyColumns(entry.children).size },
    totalKey: countsInRows(plan) ? keysBefore(plan) : null,
    count: compileCount(plan, shape, dialect),
    order: compileOrderedIds(plan, shape, dialect),
    tables,
    timed,
    depends: listDependencies(plan, plan.order, tables, shape.slots),
  })
}

function compilePages(plan: ReadPlan, dialect: SqlDialect, form: RootForm): Pick<ListProgram, 'rows' | 'fromEnd'> {
  const { page } = plan
  return {
    rows: compileRootRows(plan, dialect, form),
    fromEnd: page?.withCount === true && page.kind !== 'cursor' ? compileFromEnd(plan, dialect, form) : null,
  }
}

/** The same entries, of which only the ids are read. */
export function onlyIds(plan: ReadPlan): ReadPlan {
  return { ...plan, entry: withoutParts(plan.entry) }
}

function withoutParts({ model }: EntryPlan): EntryPlan {
  return { model, scalars: [], children: [] }
}

/** Where the rows have their sort keys. */
function placesOf(plan: ReadPlan): ListPlaces {
  return { orderedBy: orderName(plan.order), firstKey: keysBefore(plan), keys: plan.order.length }
}

/** How many keys the rows have before those that are about the list. */
function keysBefore({ entry, locales }: ReadPlan): number {
  return 1 + keyColumns(entry.children).size + (locales === null ? 0 : 1)
}
