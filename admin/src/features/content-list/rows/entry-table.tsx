import { Link, useNavigate } from '@tanstack/react-router'
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import type { ListRow } from '../../../../../src/admin-api/content-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import type { Column } from '../columns.ts'
import type { List } from '../use-list.ts'
import type { Selection } from '../use-selection.ts'
import { CellValue } from './cell-value.tsx'
import { ColumnHeader, cellOf } from './column-header.tsx'
import { RowMenu } from './row-menu.tsx'
import styles from './rows.module.css'
import { Locales, StageBadge, StatusBadge } from './state-cells.tsx'
import { useColumnWidths, type Widths } from './use-column-widths.ts'

export interface ShownProps {
  readonly list: List
  readonly selection: Selection
  readonly rows: readonly ListRow[]
}

export function EntryTable({ list, selection, rows }: ShownProps): ReactNode {
  const { t } = useTexts()
  const { type, columns } = list
  const widths = useColumnWidths(type.uid)
  const linked = linkedColumn(columns, type.titleField)
  const ids = rows.map(({ id }) => id)
  const ticked = ids.filter(id => selection.has(id)).length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.frame} aria-label={type.displayName} tabIndex={0}>
      <table
        className={styles.table}
        style={{ '--columns': columns.filter(column => column.type !== 'id').length } as never}
        aria-label={t('list.entriesOf', { name: type.displayName })}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.tick}>
              <Checkbox
                label={t('list.selectPage')}
                hideLabel
                checked={ticked === ids.length}
                indeterminate={ticked > 0 && ticked < ids.length}
                onChange={on => selection.toggle(ids, on)}
              />
            </th>
            {columns.map((column, index) => (
              <Fragment key={column.name}>
                <ColumnHeader {...{ column, list, widths }} isTitle={index === linked} />
                {index === linked && isReviewed(list) ? <th scope="col">{t('form.stage')}</th> : null}
              </Fragment>
            ))}
            {type.localized ? <th scope="col">{t('list.availableIn')}</th> : null}
            {type.draftAndPublish ? (
              <th scope="col" className={styles.state}>
                {t('list.state')}
              </th>
            ) : null}
            <th scope="col" className={styles.menu}>
              <span className="visually-hidden">{t('list.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <EntryRow key={row.id} {...{ row, list, selection, linked }} widths={widths.shown} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface RowProps {
  readonly row: ListRow
  readonly list: List
  readonly selection: Selection
  /** The column that leads to the entry. */
  readonly linked: number
  readonly widths: Widths
}

function EntryRow({ row, list, selection, linked, widths }: RowProps): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { type, columns } = list
  const { id, title } = row
  const params = { uid: type.uid, id: String(id) }
  // The link in the row does the same for everybody; this only makes the whole row a target for the mouse.
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const target = event.target as Element
    if (!event.currentTarget.contains(target) || target.closest('a, button, input, label') !== null) return
    if (getSelection()?.isCollapsed === false) return
    navigate({ to: '/content-manager/collection-types/$uid/$id', params })
  }
  return (
    <tr onClick={open} data-selected={selection.has(id) || undefined}>
      <td className={styles.tick}>
        <Checkbox
          label={t('list.select', { title })}
          hideLabel
          checked={selection.has(id)}
          onChange={on => selection.toggle([id], on)}
        />
      </td>
      {columns.map((column, index) => (
        <Fragment key={column.name}>
          <td {...cellOf(column, { isTitle: index === linked, widths })}>
            {index === linked ? (
              <Link className={styles.link} to="/content-manager/collection-types/$uid/$id" params={params}>
                <CellValue column={column} row={row} />
              </Link>
            ) : (
              <CellValue column={column} row={row} />
            )}
          </td>
          {index === linked && isReviewed(list) ? (
            <td>
              <StageBadge row={row} />
            </td>
          ) : null}
        </Fragment>
      ))}
      {type.localized ? (
        <td>
          <Locales row={row} />
        </td>
      ) : null}
      {type.draftAndPublish ? (
        <td className={styles.state}>
          <StatusBadge status={row.status} />
        </td>
      ) : null}
      <td className={styles.menu}>
        <RowMenu list={list} row={row} />
      </td>
    </tr>
  )
}

function isReviewed({ answer }: List): boolean {
  return answer?.meta.stages !== undefined
}

/** The title if it is shown, otherwise the first column. */
function linkedColumn(columns: readonly Column[], titleField: string): number {
  return Math.max(
    0,
    columns.findIndex(({ name }) => name === titleField),
  )
}
