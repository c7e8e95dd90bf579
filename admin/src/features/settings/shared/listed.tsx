/** The list of a page of Settings: a table, or what to do as long as there is nothing to list. */
import type { ReactNode } from 'react'
import type { IconName } from '../../../ui/display/icon.tsx'
import { EmptyState, Loaded, type LoadedProps } from '../../../ui/display/states.tsx'
import { Table, type TableProps } from '../../../ui/lists/table.tsx'

export interface ListedProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  readonly query: LoadedProps<readonly Row[]>['query']
  /** The title of an empty list. */
  readonly empty: string
  readonly emptyIcon: IconName
}

export function Listed<Row>({ query, empty, emptyIcon, ...table }: ListedProps<Row>): ReactNode {
  return (
    <Loaded query={query} lines={6}>
      {rows => (rows.length === 0 ? <EmptyState icon={emptyIcon} title={empty} /> : <Table {...table} rows={rows} />)}
    </Loaded>
  )
}
