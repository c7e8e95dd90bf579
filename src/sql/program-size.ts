/**
 * How much memory a compiled plan takes, in bytes: its statements, and the serializer for its nodes. The constants were
 * fitted to the growth of the heap with plans of different shapes; `test/content/memory/plan-size.test.ts` repeats that.
 */
import type { ChildPlan, EntryPlan } from '../plan/read/read-plan.ts'
import type { AggregateProgram } from './aggregate/aggregate-program.ts'
import type { ChildProgram, CountedList, EntryProgram, ReadProgram } from './read-program.ts'
import type { Statement } from './statement.ts'

/** A statement with rows of any form. */
type SizedStatement = Pick<Statement, 'text' | 'pieces' | 'values'> & { readonly forOne?: SizedStatement }

/** A statement without its text and values. */
const STATEMENT = 900
const VALUE = 60
/** A statement with its text, for one parent and for many. */
const TYPICAL_STATEMENT = 4000
/** A node of the tree, with its plan, its statement's unpacker and its part of the serializer. */
const NODE = 2500
/** A value of an entry, wherever it is listed. */
const SCALAR = 60
/** A place where `populate=deep` ends. */
const STOP = 150
/** The rest of a plan. */
const PLAN = 2500

export function programSize(program: ReadProgram): number {
  const { depends, count, order, entry, deep, snippets } = program
  const lists = listSize(count) + listSize(order) + statementSize(order?.rows ?? null)
  const texts = statementSize(snippets?.statement ?? null)
  const stops = (deep?.length ?? 0) * STOP
  return pageSize(program) + lists + texts + entrySize(entry) + depends.dependencies.bytes + stops
}

export function aggregateSize({ statement, groups, measures, depends }: AggregateProgram): number {
  return PLAN + statementSize(statement) + (groups.length + measures.length) * SCALAR + depends.bytes
}

/** The size of the part that each page of a list has for itself. */
export function pageSize({ rows, fromEnd }: ReadProgram): number {
  return PLAN + statementSize(rows) * (fromEnd === null ? 1 : 2)
}

function listSize(list: CountedList | null): number {
  return list === null ? 0 : statementSize(list.statement) + list.key.length + list.depends.bytes
}

function entrySize({ scalars, children }: EntryProgram): number {
  return NODE + scalars.length * SCALAR + children.reduce((sum, child) => sum + childSize(child), 0)
}

function childSize(child: ChildProgram): number {
  switch (child.kind) {
    case 'link':
      return statementSize(child.statement) + statementSize(child.total?.statement ?? null) + entrySize(child.entry)
    case 'count':
      return NODE + statementSize(child.statement)
    case 'variant':
      return statementSize(child.links) + childPlanSize(child.plan, new Set())
    default:
      return child satisfies never
  }
}

/** Blocks are compiled when the first one is met. Until then, this estimates the size of their compiled form. */
function childPlanSize(child: ChildPlan, counted: Set<EntryPlan>): number {
  switch (child.kind) {
    case 'link':
      return entryPlanSize(child.entry, counted)
    case 'count':
      return NODE + TYPICAL_STATEMENT
    case 'variant':
      return [...child.variants.values()].reduce((sum, { entry }) => sum + entryPlanSize(entry, counted), NODE)
    default:
      return child satisfies never
  }
}

/** Equal parts of a plan are shared, and count once. */
function entryPlanSize(entry: EntryPlan, counted: Set<EntryPlan>): number {
  if (counted.has(entry)) return NODE
  counted.add(entry)
  const own = NODE + TYPICAL_STATEMENT + entry.scalars.length * SCALAR
  return entry.children.reduce((sum, child) => sum + childPlanSize(child, counted), own)
}

function statementSize(statement: SizedStatement | null): number {
  if (statement === null) return 0
  const { text, pieces, values, forOne } = statement
  const strings = values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
  const texts = text.length + pieces.reduce((sum, piece) => sum + piece.length + VALUE, 0)
  return STATEMENT + texts + strings + values.length * VALUE + (forOne === undefined ? 0 : statementSize(forOne))
}
