/**
 * A change as text, for notices between processes: the names of the tables, and after a bar the details as JSON. Readers
 * that know nothing of details take the names; `*` stands for everything.
 */
import { anyChange, type ContentChange, type TableChange } from './content-change.ts'
import { hasNumbers, type MovedRow, toldMarks } from './row-marks.ts'

const ANY = '*'
const BAR = ' | '

/** A table, the first letter of the kind, columns, keys, hashes, moved rows, and a name of the text. */
type WrittenChange = readonly [
  string,
  string,
  TableChange['columns']?,
  TableChange['keys']?,
  (TableChange['hashes'] | null)?,
  TableChange['moved']?,
  string?,
]

const KINDS: Readonly<Record<string, TableChange['kind']>> = { i: 'insert', u: 'update', d: 'delete', a: 'any' }

/**
 * Leaves out what only this process may know, and details, and at last the names, that do not fit into so many bytes. `name` becomes
 * part of a text without what only this process may know.
 */
export function changeText(change: ContentChange, mostBytes: number, name?: string): string {
  if (change === 'all') return ANY
  const names = [...new Set(change.map(({ table }) => table))]
  if (names.some(name => /\s/.test(name) || name === ANY || name === '')) return ANY
  const tables = names.join(' ')
  const text = `${tables}${BAR}${JSON.stringify(change.map(each => written(each, name)))}`
  if (Buffer.byteLength(text) <= mostBytes) return text
  return Buffer.byteLength(tables) <= mostBytes ? tables : ANY
}

function written({ table, kind, columns, keys, hashes, moved }: TableChange, name?: string): WrittenChange {
  if (kind === 'any') return [table, 'a']
  if (moved !== undefined) {
    const told = moved.map(([before, after]): MovedRow => [toldMarks(before), toldMarks(after)])
    const isNamed = name !== undefined && moved.some(row => row.some(hasNumbers))
    const plain = [table, kind[0]!, columns, keys, hashes ?? null, told] as const
    return isNamed ? [...plain, name] : plain
  }
  return hashes === undefined ? [table, kind[0]!, columns, keys] : [table, kind[0]!, columns, keys, hashes]
}

/** Text that cannot be understood may mean anything. */
export function parseChange(text: string): ContentChange {
  const bar = text.indexOf(BAR)
  if (bar !== -1) return parseDetails(text.slice(bar + BAR.length))
  const tables = text.split(' ').filter(name => name !== '')
  return tables.length === 0 || tables.includes(ANY) ? 'all' : tables.map(anyChange)
}

function parseDetails(json: string): ContentChange {
  try {
    const found: unknown = JSON.parse(json)
    return Array.isArray(found) && found.every(isWritten) ? found.map(read) : 'all'
  } catch {
    return 'all'
  }
}

function read([table, kind, columns = [], keys = {}, hashes, moved]: WrittenChange): TableChange {
  const known = { ...(hashes != null && { hashes }), ...(moved !== undefined && { moved }) }
  return { table, kind: KINDS[kind]!, columns, keys, ...known }
}

function isWritten(value: unknown): value is WrittenChange {
  if (!Array.isArray(value)) return false
  const [table, kind, columns = [], keys = {}, hashes, moved = []] = value as unknown[]
  if (typeof table !== 'string' || typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) return false
  if (!Array.isArray(columns) || !columns.every(column => typeof column === 'string')) return false
  if (typeof keys !== 'object' || keys === null || typeof (hashes ?? {}) !== 'object') return false
  if (!Object.values(hashes ?? {}).every(hash => hash === null || typeof hash === 'number')) return false
  if (!Array.isArray(moved) || !moved.every(isMoved)) return false
  return Object.values(keys).every(ids => Array.isArray(ids) && ids.every(id => typeof id === 'number'))
}

function isMoved(row: unknown): row is MovedRow {
  return Array.isArray(row) && row.length === 2 && row.every(marks => marks === null || isMarks(marks))
}

function isMarks(marks: unknown): boolean {
  const isMark = (mark: unknown) => mark === null || typeof mark === 'string' || typeof mark === 'number'
  return typeof marks === 'object' && marks !== null && Object.values(marks).every(isMark)
}
