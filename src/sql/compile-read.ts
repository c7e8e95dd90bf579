/** Front door: turns a ReadPlan into a ReadProgram. Pure, and never fails because of what a client sent. */
import { namesEntry } from '../plan/read/conditions/condition.ts'
import { type ListShape, listShape } from '../plan/read/list-shape.ts'
import type { ReadPlan } from '../plan/read/read-plan.ts'
import { compileList } from './compile-list.ts'
import { compileShown } from './compile-shown.ts'
import { rangeOf, skipsMany } from './entries/compile-root-rows.ts'
import type { ListProgram, ReadProgram, ShownProgram } from './read-program.ts'
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

/** The list of a plan, and the values that it has. */
function shapeOf(plan: ReadPlan): ListShape {
  const offset = plan.page === null ? 0 : Math.min(rangeOf(plan.page)[1], Number.MAX_SAFE_INTEGER)
  return listShape(plan, offset, skipsMany(offset))
}

function union(all: readonly string[], more: readonly string[]): readonly string[] {
  const others = more.filter(table => !all.includes(table))
  return others.length === 0 ? all : [...all, ...others]
}
