/**
 * How much memory a compiled plan takes, in bytes: its statements, and the serializer for its nodes. The constants were
 * fitted to the growth of the heap with plans of different shapes; `test/content/memory/plan-size.test.ts` repeats that.
 */
import type { ChildPlan, EntryPlan } from '../plan/read/read-plan.ts'
import type { AggregateProgram } from './aggregate/aggregate-program.ts'
import type {
  ChildProgram,
  EntryProgram,
  ListFactProgram,
  ListProgram,
  ReadProgram,
  ShownProgram,
} from './read-program.ts'
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
  return PLAN + shownSize(program.shown) + (program.list === null ? 0 : listSize(program.list))
}

/** What is shown of entries. */
export function shownSize({ entry, rows, deep, depends }: ShownProgram): number {
  return PLAN + statementSize(rows) + entrySize(entry) + depends.dependencies.bytes + (deep?.length ?? 0) * STOP
}

/** The statements of a list, of which the one from its end may be compiled later. */
export function listSize(list: ListProgram): number {
  const { ifLong, count, order, snippets, depends } = list
  const texts = statementSize(snippets?.statement ?? null)
  const pages = pagesSize(list) + (ifLong === null ? 0 : pagesSize(ifLong))
  return PLAN + pages + factSize(count) + factSize(order) + texts + depends.bytes
}

function pagesSize({ rows, fromEnd }: Pick<ListProgram, 'rows' | 'fromEnd'>): number {
  return statementSize(rows) * (fromEnd === null ? 1 : 2)
}

export function aggregateSize({ statement, groups, measures, depends }: AggregateProgram): number {
  return PLAN + statementSize(statement) + (groups.length + measures.length) * SCALAR + depends.bytes
}

function factSize(fact: ListFactProgram | null): number {
  return fact === null ? 0 : statementSize(fact.statement) + fact.depends.bytes
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
