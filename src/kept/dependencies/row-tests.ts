/**
 * Which new rows can be in a list: those that pass the tests of its filter on their own columns. Only tests are used whose
 * result follows from the stored value alone, in the same way on every database. Whatever else a filter has, a new row may
 * pass it.
 */
import type { Condition, Test, TestValue } from '../../plan/read/conditions/condition.ts'
import type { TableChange } from './content-change.ts'

/** Equal if their characters are, whatever the database sorts by. */
const TEXTS: ReadonlySet<string> = new Set(['string', 'text', 'richtext', 'email', 'uid', 'enumeration'])

export interface RowTest {
  readonly column: string
  /** Whether a row can be in the list if its value has this hash. */
  readonly canPass: (hash: number | null) => boolean
}

/** A row has to pass all of them. */
export function rowTests(where: Condition | null): readonly RowTest[] {
  if (where === null) return []
  if (where.kind === 'all') return where.items.flatMap(rowTests)
  if (where.kind !== 'test' || where.column.kind === 'id') return []
  const { column, type } = where.column.attribute
  const canPass = column === null ? null : testOf(where.test, where.negated, type)
  return canPass === null ? [] : [{ column: column!, canPass }]
}

/** `null` if every value may pass. A comparison with null never does. */
function testOf(test: Test, negated: boolean, type: string): RowTest['canPass'] | null {
  if (test.kind === 'null') return hash => (hash === null) !== negated
  if (negated) return null
  if (test.kind === 'compare' && test.operator === '=') return isOneOf([test.value], type)
  return test.kind === 'in' ? isOneOf(test.values, type) : null
}

function isOneOf(values: readonly TestValue[], type: string): RowTest['canPass'] | null {
  const wanted = new Set<number>()
  for (const value of values) {
    if (!isCertain(value, type)) return null
    wanted.add(valueHash(value))
  }
  return hash => hash !== null && wanted.has(hash)
}

/** Whether a row is found by this value only if exactly this value was written. */
function isCertain(value: TestValue, type: string): value is string | number | boolean {
  if (typeof value === 'string') return TEXTS.has(type)
  if (typeof value === 'boolean') return type === 'boolean'
  return typeof value === 'number' && type === 'integer' && Number.isSafeInteger(value)
}

const FNV_START = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** From 0 to 255. Numbers and booleans have the same hash in every form in which databases take them. */
export function valueHash(value: string | number | bigint | boolean): number {
  const text = String(typeof value === 'boolean' ? Number(value) : value)
  let hash = FNV_START
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME)
  return (hash ^ (hash >>> 8) ^ (hash >>> 16) ^ (hash >>> 24)) & 0xff
}

export function canBeNew(tests: readonly RowTest[], { hashes = {} }: TableChange): boolean {
  return tests.every(({ column, canPass }) => {
    const hash = hashes[column]
    return hash === undefined || canPass(hash)
  })
}
