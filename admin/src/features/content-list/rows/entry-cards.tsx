import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListRow } from '../../../../../src/admin-api/content-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import type { List } from '../use-list.ts'
import { CellValue } from './cell-value.tsx'
import type { ShownProps } from './entry-table.tsx'
import { RowMenu } from './row-menu.tsx'
import styles from './rows.module.css'
import { Locales, StageBadge, StatusBadge } from './state-cells.tsx'

export function EntryCards({ list, selection, rows }: ShownProps): ReactNode {
  const { t } = useTexts()
  const ids = rows.map(({ id }) => id)
  const ticked = ids.filter(id => selection.has(id)).length
  return (
    <>
      <div className="row spread gap-3 below-3">
        <Checkbox
          label={t('list.selectPage')}
          checked={ticked === ids.length}
          indeterminate={ticked > 0 && ticked < ids.length}
          onChange={on => selection.toggle(ids, on)}
        />
        <SortChoice list={list} />
      </div>
      <ul className="grid gap-3" aria-label={t('list.entriesOf', { name: list.type.displayName })}>
        {rows.map(row => (
          <EntryCard key={row.id} row={row} list={list} selection={selection} />
        ))}
      </ul>
    </>
  )
}

/** In the place of the table's headers. */
function SortChoice({ list: { columns, sort, change } }: { readonly list: List }): ReactNode {
  const { t } = useTexts()
  const options = columns.flatMap(({ label, sortBy }) =>
    sortBy === undefined
      ? []
      : [
          { value: `${sortBy}:ASC`, label: `${label} ↑` },
          { value: `${sortBy}:DESC`, label: `${label} ↓` },
        ],
  )
  const value = sort === undefined ? '' : `${sort.by}:${sort.order}`
  const known = options.some(option => option.value === value)
  return (
    <Select
      label={t('list.sortBy')}
      hideLabel
      size="small"
      value={known ? value : ''}
      options={known ? options : [{ value: '', label: t('list.sortBy') }, ...options]}
      onChange={next => change({ sort: next })}
    />
  )
}

/** What a card has room for, besides the title. */
const SHOWN = 3

function EntryCard({ row, list, selection }: Omit<ShownProps, 'rows'> & { readonly row: ListRow }): ReactNode {
  const { t } = useTexts()
  const { type, columns } = list
  const { id, title } = row
  const others = columns.filter(({ name }) => name !== type.titleField && name !== 'id').slice(0, SHOWN)
  return (
    <li className={styles.card} data-selected={selection.has(id) || undefined}>
      <div className="row gap-3">
        <Checkbox
          label={t('list.select', { title })}
          hideLabel
          checked={selection.has(id)}
          onChange={on => selection.toggle([id], on)}
        />
        <Link
          className={styles.cardTitle}
          to="/content-manager/collection-types/$uid/$id"
          params={{ uid: type.uid, id: String(id) }}
        >
          {title || `#${id}`}
        </Link>
        <RowMenu list={list} row={row} />
      </div>
      <dl className={styles.facts}>
        {others.map(column => (
          <div key={column.name}>
            <dt>{column.label}</dt>
            <dd>
              <CellValue column={column} row={row} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="row wrap gap-2">
        {type.draftAndPublish ? <StatusBadge status={row.status} /> : null}
        <StageBadge row={row} />
        {type.localized ? <Locales row={row} /> : null}
      </div>
    </li>
  )
}
