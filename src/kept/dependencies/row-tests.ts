/**
 * Which new rows can be in a list: those that pass the tests of its filter on their own columns. Only tests are used whose
 * result follows from the stored value alone, in the same way on every database. Whatever else a filter has, a new row may
 * pass it.
 */
import type { Condition, Test } from '../../plan/read/conditions/condition.ts'
import type { ValueSlots } from '../../plan/read/list-shape.ts'
import type { TableChange } from './content-change.ts'

/** Equal if their characters are, whatever the database sorts by; but see `comparedByDatabase`. */
const TEXTS: ReadonlySet<string> = new Set(['string', 'text', 'richtext', 'email', 'uid', 'enumeration'])

export interface RowTest {
  readonly column: string
  /** Whether a row can be in the list with these values if its own value has this hash. */
  readonly canPass: (hash: number | null, values: readonly unknown[]) => boolean
}

/** A row has to pass all of them. `slots`: where tests find their values. */
export function rowTests(where: Condition | null, slots: ValueSlots): readonly RowTest[] {
  if (where === null) return []
  if (where.kind === 'all') return where.items.flatMap(item => rowTests(item, slots))
  if (where.kind !== 'test' || where.column.kind === 'id') return []
  const { column, type, comparedByDatabase } = where.column.attribute
  const slot = slots.get(where.test)
  const isOpen = comparedByDatabase === true && where.test.kind !== 'null'
  const canPass = column === null || slot === undefined || isOpen ? null : testOf(where.test, where.negated, type, slot)
  return canPass === null ? [] : [{ column: column!, canPass }]
}

/** `null` if every value may pass. A comparison with null never does. */
function testOf(test: Test, negated: boolean, type: string, slot: number): RowTest['canPass'] | null {
  if (test.kind === 'null') return hash => (hash === null) !== negated
  if (negated) return null
  if (test.kind === 'compare' && test.operator === '=') return isOneOf(slot, 1, type)
  return test.kind === 'in' ? isOneOf(slot, test.values.length, type) : null
}

function isOneOf(slot: number, count: number, type: string): RowTest['canPass'] {
  return (hash, values) => {
    for (const value of values.slice(slot, slot + count))
      if (!isCertain(value, type) || (hash !== null && valueHash(value) === hash)) return true
    return false
  }
}

/** Whether a row is found by this value only if exactly this value was written. */
function isCertain(value: unknown, type: string): value is string | number | boolean {
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

export function canBeNew(
  tests: readonly RowTest[],
  { hashes = {} }: TableChange,
  values: readonly unknown[] | undefined,
): boolean {
  return tests.every(({ column, canPass }) => {
    const hash = hashes[column]
    return hash === undefined || values === undefined || canPass(hash, values)
  })
}
