/** Front door: turns a ReadPlan into a ReadProgram. Pure, and never fails because of what a client sent. */
import { listDependencies } from '../kept/dependencies/plan-dependencies.ts'
import { namesEntry, readEach } from '../plan/read/conditions/condition.ts'
import { orderName } from '../plan/read/list-place.ts'
import { type ListShape, listShape } from '../plan/read/list-shape.ts'
import { type EntryPlan, type ReadPlan, showsPlaces } from '../plan/read/read-plan.ts'
import { compileShown, SNIPPETS_SLOT } from './compile-shown.ts'
import { compileCount, compileOrderedIds } from './entries/compile-list-facts.ts'
import {
  compileFromEnd,
  compileRootRows,
  countsInRows,
  findsAll,
  type RootForm,
  rangeOf,
  skipsMany,
} from './entries/compile-root-rows.ts'
import { keyColumns } from './entries/entry-columns.ts'
import { compileFromPlace } from './places/compile-from-place.ts'
import { planTables } from './plan-tables.ts'
import type { ListPlaces, ListProgram, ReadProgram, ShownProgram } from './read-program.ts'
import { compileSnippets } from './search/compile-snippets.ts'
import type { SqlDialect } from './sql-dialect.ts'

/** Parts of the program that are known from other queries. */
export interface KnownParts {
  readonly shown?: ShownProgram | undefined
  /** Returns the program for lists of this shape; `compile` makes it. */
  readonly list?: (shape: ListShape, compile: () => ListProgram) => ListProgram
}

export function compileRead(plan: ReadPlan, dialect: SqlDialect, known: KnownParts = {}): ReadProgram {
  const { envelope, page, cost } = plan
  const shown = known.shown ?? compileShown({ ...plan.shown, entry: plan.entry }, dialect)
  const common = { envelope, shown, page, cost }
  if (namesEntry(plan.where)) {
    const { tables, timed } = shown
    return Object.freeze({ ...common, list: null, values: [], tables, timed })
  }
  const shape = shapeOf(plan)
  const compile = () => compileList(plan, shape, dialect)
  const list = known.list === undefined ? compile() : known.list(shape, compile)
  const tables = union(shown.tables, list.tables)
  return Object.freeze({ ...common, list, values: shape.values, tables, timed: shown.timed || list.timed })
}

/** Up to here, skipping takes the database a few milliseconds. */
const MOST_SKIPPED = 10_000

function isDeep(offset: number): boolean {
  return offset > MOST_SKIPPED
}

/** The list of a plan, and the values that it has. */
function shapeOf(plan: ReadPlan): ListShape {
  const offset = plan.page === null ? 0 : Math.min(rangeOf(plan.page)[1], Number.MAX_SAFE_INTEGER)
  return listShape(plan, offset, `${skipsMany(offset)} ${isDeep(offset)}`)
}

function union(all: readonly string[], more: readonly string[]): readonly string[] {
  const others = more.filter(table => !all.includes(table))
  return others.length === 0 ? all : [...all, ...others]
}

// Which entries a list has -> the statements that find them.

/** The rows have what `plan.entry` shows; `onlyIds` makes a plan whose rows have none of it. */
function compileList(plan: ReadPlan, shape: ListShape, dialect: SqlDialect): ListProgram {
  const { page, search, entry, locales } = plan
  const [limit, offset] = page === null ? [null, 0] : rangeOf(page)
  const reversed = page?.kind === 'cursor' && page.direction === 'before'
  const places = showsPlaces(page) || isDeep(offset)
  const form: RootForm = { limit, skips: skipsMany(offset), slots: shape.slots, reversed, places }
  const { tables, timed } = planTables({ ...plan, entry: withoutParts(entry) })
  const depends = listDependencies(plan, plan.order, tables, shape.slots)
  return Object.freeze({
    ...compilePages(plan, dialect, form),
    ifLong: findsAll(plan) ? compilePages(testingEach(plan), dialect, { ...form, each: true }) : null,
    searches: search !== null,
    snippets:
      search?.snippets && plan.envelope === 'collection'
        ? compileSnippets(search, entry.model, dialect, SNIPPETS_SLOT)
        : null,
    places: places ? placesOf(plan) : null,
    locales: locales === null ? null : { ...locales, key: 1 + keyColumns(entry.children).size },
    totalKey: countsInRows(plan) ? keysBefore(plan) + (places ? plan.order.length : 0) : null,
    count: compileCount(plan, shape, dialect),
    order: compileOrderedIds(plan, shape, dialect),
    fromPlace: isDeep(offset) ? compileFromPlace(plan, shape, { dialect, form, depends }) : null,
    tables,
    timed,
    depends,
  })
}

function testingEach(plan: ReadPlan): ReadPlan {
  return plan.where === null ? plan : { ...plan, where: readEach(plan.where) }
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
