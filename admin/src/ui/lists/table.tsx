/** A plain table for settings and small lists. It scrolls inside itself, and that part can be reached by keyboard. */
import type { ReactNode } from 'react'
import { Loaded, type LoadedProps } from '../display/states.tsx'
import styles from './table.module.css'

export interface TableColumn<Row> {
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'start' | 'end'
  /** The header is read aloud but not seen. */
  readonly hideHeader?: boolean
  /** Left out on a phone. */
  readonly wideOnly?: boolean
}

export interface TableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly TableColumn<Row>[]
  readonly keyOf: (row: Row) => string | number
}

export function Table<Row>({ label, rows, columns, keyOf }: TableProps<Row>): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.frame} aria-label={label} tabIndex={0}>
      <table
        className={styles.table}
        aria-label={label}
        data-folds={columns.length < 3 || columns.some(({ wideOnly }) => wideOnly) || undefined}
      >
        <thead>
          <tr>
            {columns.map(({ header, hideHeader, align, wideOnly }) => (
              <th key={header} scope="col" data-align={align} data-wide={wideOnly}>
                {hideHeader ? <span className="visually-hidden">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ header, cell, align, wideOnly }) => (
                <td key={header} data-align={align} data-wide={wideOnly}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export interface LoadedTableProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  readonly query: LoadedProps<readonly Row[]>['query']
}

/** A table whose rows are asked for. */
export function LoadedTable<Row>({ query, ...table }: LoadedTableProps<Row>): ReactNode {
  return (
    <Loaded query={query} lines={2} small>
      {rows => <Table {...table} rows={rows} />}
    </Loaded>
  )
}
