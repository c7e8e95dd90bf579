/** Entries as a file. They are read page by page along their ids, so that a long list costs no more per page than a short one. */
import type { EntryValue, ListRow } from '../../../../../src/admin-api/content-api.ts'
import type { JsonObject } from '../../../../../src/admin-api/route-types.ts'
import { call } from '../../../api/call.ts'
import type { List } from '../use-list.ts'
import type { Chosen } from './bulk-types.ts'

export type ExportFormat = 'csv' | 'json'

const PAGE = 100

export interface ExportInput {
  readonly list: List
  readonly chosen: Chosen
  readonly columns: readonly string[]
  readonly signal: AbortSignal
  readonly onProgress: (rows: number) => void
}

export async function readEntries({
  list,
  chosen,
  columns,
  signal,
  onProgress,
}: ExportInput): Promise<readonly ListRow[]> {
  const { uid } = list.type
  const { ids, query } = chosen
  const rows: ListRow[] = []
  for (let last = 0; ; last = rows.at(-1)!.id) {
    const wanted: readonly (JsonObject | undefined)[] = [
      query?.filters,
      ids === undefined ? undefined : { id: { $in: ids.filter(id => id > last).slice(0, PAGE) } },
      { id: { $gt: last } },
    ]
    const page = await call('GET /content/:uid', {
      params: { uid },
      query: {
        ...query,
        // Entries that were chosen by hand are found in whatever language they are.
        ...(ids === undefined || !list.type.localized ? {} : { locale: 'all' }),
        filters: { $and: wanted.filter(part => part !== undefined) },
        sort: 'id:asc',
        columns,
        pagination: { page: 1, pageSize: PAGE, withCount: false },
      },
      signal,
    })
    rows.push(...page.data)
    onProgress(rows.length)
    const isLast = ids === undefined ? page.data.length < PAGE : rows.length >= ids.length
    if (isLast || page.data.length === 0) return rows
  }
}

export function fileText(format: ExportFormat, rows: readonly ListRow[], columns: readonly string[]): string {
  if (format === 'json')
    return `${JSON.stringify(
      rows.map(row => objectOf(row, columns)),
      null,
      2,
    )}\n`
  const lines = rows.map(row => columns.map(name => csvCell(shownValue(row, name))))
  return `${[columns.map(csvCell), ...lines].map(cells => cells.join(',')).join('\r\n')}\r\n`
}

function objectOf(row: ListRow, columns: readonly string[]): object {
  return Object.fromEntries(columns.map(name => [name, shownValue(row, name) ?? null]))
}

function shownValue(row: ListRow, name: string): unknown {
  if (name === 'id') return row.id
  const value = row.values[name] as EntryValue
  if (Array.isArray(value)) return value.map(flat)
  return flat(value)
}

/** Related entries by title, files by address. */
function flat(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('items' in value && 'count' in value)
    return (value.items as readonly { readonly title: string }[]).map(({ title }) => title).join(', ')
  return 'mime' in value && 'url' in value ? value.url : value
}

/** - `a "b"` gives `"a ""b"""`; a text that a spreadsheet would run as a formula begins with an apostrophe */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
