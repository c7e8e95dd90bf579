/** A value of an entry, short enough for a list. */
import { type ReactNode, Suspense } from 'react'
import type { EntryValue, FileValue, ListRow, RelationValue } from '../../../../../src/admin-api/content-api.ts'
import type { Json } from '../../../../../src/admin-api/route-types.ts'
import { type I18n, useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { OwnCell } from '../../own/entry.ts'
import type { Column } from '../columns.ts'
import styles from './rows.module.css'

interface CellValueProps {
  readonly column: Column
  readonly row: ListRow
}

export function CellValue({ column, row }: CellValueProps): ReactNode {
  const plain = <PlainValue column={column} row={row} />
  if (column.own === undefined) return plain
  const value = (row.values[column.name] ?? null) as Json
  return (
    <Suspense fallback={plain}>
      <OwnCell attribute={column.own} value={value} id={row.id} title={row.title}>
        {plain}
      </OwnCell>
    </Suspense>
  )
}

function PlainValue({ column, row }: CellValueProps): ReactNode {
  const texts = useTexts()
  if (column.type === 'id') return <span className={styles.number}>{row.id}</span>
  const value = row.values[column.name]
  if (isEmpty(value)) return <span className={styles.nothing}>–</span>
  if (column.type === 'media') return <Files value={value as FileValue | readonly FileValue[]} />
  if (column.type === 'relation') return <Related value={value as RelationValue} />
  if (column.type === 'boolean')
    return <span className="clip block">{texts.t(value === true ? 'list.yes' : 'list.no')}</span>
  return <span className="clip block">{plainText(column.type, value, texts)}</span>
}

const LONGEST = 120

/** - a date in the person's language, a text without its line breaks, an object as JSON */
function plainText(type: Column['type'], value: EntryValue | undefined, { date, number, count }: I18n): string {
  if (value === null || value === undefined) return ''
  if ((type === 'datetime' || type === 'timestamp') && typeof value === 'string') return date(value)
  if (typeof value === 'number') return type === 'integer' || type === 'float' ? number(value) : String(value)
  if (type === 'component') return Array.isArray(value) ? count('list.parts', value.length) : partText(value)
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** The first text of a component stands for it. */
function partText(value: EntryValue): string {
  const texts = Object.entries(value as object).filter(([name, inner]) => name !== 'id' && typeof inner === 'string')
  return String(texts[0]?.[1] ?? '')
}

function Files({ value }: { readonly value: FileValue | readonly FileValue[] }): ReactNode {
  const files = Array.isArray(value) ? (value as readonly FileValue[]) : [value as FileValue]
  const [first] = files
  const small = first!.formats?.thumbnail as { readonly url?: string } | undefined
  return (
    <span className="inline-row gap-2">
      {first!.mime.startsWith('image/') ? (
        <img
          className={styles.thumb}
          src={small?.url ?? first!.url}
          alt={first!.alternativeText ?? first!.name}
          loading="lazy"
        />
      ) : (
        <span className={styles.thumb} title={first!.name}>
          <Icon name="file" size={18} />
        </span>
      )}
      {files.length > 1 ? <span className={styles.more}>+{files.length - 1}</span> : null}
    </span>
  )
}

function Related({ value: { count, items } }: { readonly value: RelationValue }): ReactNode {
  const [first] = items
  return (
    <span className="clip block">
      {first?.title ?? ''}
      {count > 1 ? <span className={styles.more}> +{count - 1}</span> : null}
    </span>
  )
}

function isEmpty(value: EntryValue | undefined): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && 'items' in value && 'count' in value && value.count === 0
}
