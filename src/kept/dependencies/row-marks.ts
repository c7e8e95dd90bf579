/**
 * What a change tells of the rows that it concerns: their values in columns of few values, before and afterwards. That is enough to say
 * by how many rows most long lists have become longer, so that nobody has to count them again.
 */
import type { Condition, Test } from '../../plan/read/conditions/condition.ts'
import type { ValueSlots } from '../../plan/read/list-shape.ts'
import type { Model, ScalarAttribute } from '../../schema/schema.ts'

/**
 * By column. Booleans are numbers, and a time is 1: it is only told that there is one. Whole numbers have a key of their own, by which
 * they are left out of what other processes are told.
 */
export type Marks = Readonly<Record<string, string | number | null>>

/** A row before and after a change; `null` if it was not there. */
export type MovedRow = readonly [Marks | null, Marks | null]

/** A column that is told, of which nobody else learns more than which of a few values a row has. */
export interface MarkedColumn {
  readonly column: string
  readonly told: 'value' | 'time' | 'number'
}

const NUMBER = '#'

/** The key of a whole number. */
export function numberKey(column: string): string {
  return `${NUMBER}${column}`
}

/** The same marks without those that only this process knows. */
export function toldMarks(marks: Marks | null): Marks | null {
  if (marks === null || !hasNumbers(marks)) return marks
  return Object.fromEntries(Object.entries(marks).filter(([key]) => !key.startsWith(NUMBER)))
}

export function hasNumbers(marks: Marks | null): boolean {
  for (const key in marks) if (key.startsWith(NUMBER)) return true
  return false
}

export function markedColumns({ attributes }: Model): readonly MarkedColumn[] {
  return [...attributes.values()].flatMap(attribute =>
    attribute.kind === 'scalar' && attribute.column !== null ? markedColumn(attribute, attribute.column) : [],
  )
}

function markedColumn(attribute: ScalarAttribute, column: string): readonly MarkedColumn[] {
  if (isMarked(attribute)) return [{ column, told: attribute.type === 'datetime' ? 'time' : 'value' }]
  return attribute.type === 'integer' && !attribute.private ? [{ column, told: 'number' }] : []
}

export function isMarked({ name, type, private: isPrivate, comparedByDatabase }: ScalarAttribute): boolean {
  if (isPrivate || comparedByDatabase === true) return false
  return name === 'publishedAt' || name === 'locale' || type === 'boolean' || type === 'enumeration'
}

/** `stored` are the values of these columns, as the database returns them. */
export function marksOf(columns: readonly MarkedColumn[], stored: readonly unknown[]): Marks {
  return Object.fromEntries(
    columns.map(({ column, told }, index) => [
      told === 'number' ? numberKey(column) : column,
      markOf(stored[index], told),
    ]),
  )
}

function markOf(stored: unknown, told: MarkedColumn['told']): string | number | null {
  if (stored === null || stored === undefined) return null
  return told === 'time' ? 1 : typeof stored === 'string' ? stored : Number(stored)
}

/** Whether a row with these marks is in the list with these values; `undefined` if they do not tell. */
export type PassesMarks = (marks: Marks, values: readonly unknown[]) => boolean | undefined

/** `null` if the marks never tell. */
export function marksTest(where: Condition | null, slots: ValueSlots): PassesMarks | null {
  if (where === null) return () => true
  if (where.kind === 'all' || where.kind === 'any') {
    const tests = where.items.map(item => marksTest(item, slots))
    return tests.every(test => test !== null) ? joined(tests, where.kind === 'all') : null
  }
  if (where.kind !== 'test' || where.column.kind === 'id' || !isMarked(where.column.attribute)) return null
  const { column, type } = where.column.attribute
  if (column === null) return null
  return testOf({ column, type, slot: slots.get(where.test) }, where.test, where.negated)
}

function joined(tests: readonly PassesMarks[], all: boolean): PassesMarks {
  return (marks, values) => {
    const results = tests.map(test => test(marks, values))
    if (results.includes(undefined)) return undefined
    return all ? !results.includes(false) : results.includes(true)
  }
}

interface Compared {
  readonly column: string
  readonly type: string
  readonly slot: number | undefined
}

/** A comparison with null is never true; the opposite of one is left to the database. */
function testOf({ column, type, slot }: Compared, test: Test, negated: boolean): PassesMarks | null {
  if (test.kind === 'null') return marks => (column in marks ? (marks[column] === null) !== negated : undefined)
  const count = test.kind === 'in' ? test.values.length : test.kind === 'compare' && test.operator === '=' ? 1 : null
  if (count === null || negated || slot === undefined || type === 'datetime') return null
  return (marks, values) => {
    const wanted = values.slice(slot, slot + count)
    if (!(column in marks) || !wanted.every(value => typeof value === (type === 'boolean' ? 'boolean' : 'string')))
      return undefined
    return wanted.some(value => marks[column] === (typeof value === 'boolean' ? Number(value) : value))
  }
}

/** By how many rows the list has become longer; `undefined` if the marks do not tell. */
export function growthOf(
  moved: readonly MovedRow[],
  passes: PassesMarks,
  values: readonly unknown[],
): number | undefined {
  let growth = 0
  for (const [before, after] of moved) {
    const [was, is] = [before, after].map(marks => (marks === null ? false : passes(marks, values)))
    if (was === undefined || is === undefined) return undefined
    growth += Number(is) - Number(was)
  }
  return growth
}
