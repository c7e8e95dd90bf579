/** What is known about the list that a program reads a page of, as of the last `catchUp`. */
import { NO_IDS } from '../../../kept/dependencies/id-sets.ts'
import { growthOf } from '../../../kept/dependencies/row-marks.ts'
import type { FactName, KnownPlace } from '../../../kept/list-facts.ts'
import type { ListFactKey, ReadProgram } from '../../../sql/read-program.ts'
import type { LoadedRows } from '../../../wire/loaded-rows.ts'
import type { ContentContext } from '../../content-context.ts'
import { rememberPlaces } from './remembered-places.ts'

export interface KnownList {
  readonly total: number
  /** The ids of all entries, in order. */
  readonly ids: Float64Array | undefined
}

interface RememberedList {
  readonly known: KnownList | undefined
  /** The nearest known place before a page that is far from the beginning. */
  readonly from: KnownPlace | undefined
  /** What the total was once, for a query that does not need to know exactly. Other entries than those of the list say nothing here. */
  readonly guess: number | undefined
  /** Called with what was read of the same list. `isExact`: the tables have not changed meanwhile. */
  readonly learn: (loaded: Omit<LoadedRows, 'groups'>, isExact: boolean) => void
}

const NOTHING: RememberedList = { known: undefined, guess: undefined, from: undefined, learn: () => {} }

export function rememberList(context: ContentContext, program: ReadProgram): RememberedList {
  if (program.list === null || program.timed) return NOTHING
  const total = rememberTotal(context, program)
  const { fromPlace } = program.list
  if (fromPlace === null) return total
  const places = rememberPlaces(context, program, factOf(fromPlace, program.values))
  return {
    ...total,
    from: places.from,
    learn: (loaded, isExact) => {
      total.learn(loaded, isExact)
      if (isExact) places.learn(loaded)
    },
  }
}

function rememberTotal(
  { database, totals, listIds }: ContentContext,
  { list, values, page }: ReadProgram,
): RememberedList {
  const { count, order } = list!
  if (count === null) return NOTHING
  const { now } = database.versions
  const total = totals.get(totalOf(count, values))
  const ids = total === undefined || order === null ? undefined : listIds.get(factOf(order, values))
  return {
    ...NOTHING,
    known: total === undefined ? undefined : { total, ids },
    guess: page?.estimates === true ? totals.last(totalOf(count, values)) : undefined,
    learn: (loaded, isExact) => {
      const time = { asOf: now, isExact }
      if (loaded.total !== null && loaded.total !== total && loaded.isEstimate !== true)
        totals.set(totalOf(count, values), loaded.total, time)
      if (loaded.ids !== undefined && loaded.ids !== ids) listIds.set(factOf(order!, values), loaded.ids, time)
    },
  }
}

/** The name of a fact, and what it depends on. */
function factOf<Value>({ key, values: count, depends }: ListFactKey, values: ReadProgram['values']): FactName<Value> {
  const own = values.slice(1, 1 + count)
  return { key: `${key} ${JSON.stringify(own)}`, dependencies: { plan: depends, ids: NO_IDS, values }, moved: null }
}

function totalOf(count: ListFactKey, values: ReadProgram['values']): FactName<number> {
  const { passes } = count
  const moved: FactName<number>['moved'] =
    passes === null
      ? null
      : (total, rows) => {
          const growth = growthOf(rows, passes, values)
          return growth === undefined ? undefined : total + growth
        }
  return { ...factOf<number>(count, values), moved }
}
