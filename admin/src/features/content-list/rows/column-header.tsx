/** The head of a column: sorts by it, and makes it wider or narrower. */
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import type { Column } from '../columns.ts'
import type { List } from '../use-list.ts'
import styles from './rows.module.css'
import { type ColumnWidths, NARROWEST, WIDEST, type Widths } from './use-column-widths.ts'

const MOMENTS: readonly string[] = ['date', 'datetime', 'timestamp']
const SORTS = { ASC: 'ascending', DESC: 'descending' } as const

/** What all cells of a column have. The title takes the room that is left, until somebody gives it a width. */
export function cellOf(
  { name, type }: Column,
  { isTitle, widths }: { readonly isTitle: boolean; readonly widths: Widths },
): Readonly<Record<string, unknown>> {
  const width = widths[name]
  return {
    'data-type': type,
    'data-title': isTitle || undefined,
    'data-sized': width !== undefined || undefined,
    style: width === undefined ? undefined : { '--width': `${width}px` },
  }
}

interface ColumnHeaderProps {
  readonly column: Column
  readonly list: List
  readonly widths: ColumnWidths
  readonly isTitle: boolean
}

export function ColumnHeader({ column, list, widths, isTitle }: ColumnHeaderProps): ReactNode {
  const { t } = useTexts()
  const { sort, change } = list
  const { label, sortBy } = column
  const order = sortBy !== undefined && (sort?.by === sortBy || sort?.by === column.name) ? sort.order : undefined
  // Of dates, the newest are wanted first.
  const first = MOMENTS.includes(column.type) ? 'DESC' : 'ASC'
  const next = order === undefined ? first : order === 'ASC' ? 'DESC' : 'ASC'
  return (
    <th
      scope="col"
      aria-sort={order === undefined ? undefined : SORTS[order]}
      {...cellOf(column, { isTitle, widths: widths.shown })}
    >
      {sortBy === undefined ? (
        <span className="clip block">{label}</span>
      ) : (
        <button
          type="button"
          className={styles.sort}
          data-on={order !== undefined || undefined}
          title={t(next === 'ASC' ? 'list.sortUp' : 'list.sortDown', { name: label })}
          onClick={() => change({ sort: `${sortBy}:${next}` })}
        >
          <span className="clip">{label}</span>
          <Icon name={order === 'DESC' ? 'sortDown' : 'sortUp'} size={16} />
        </button>
      )}
      <Handle column={column} widths={widths} />
    </th>
  )
}

const STEP = 16

/** At the end of the head: dragged, or moved with the arrow keys. A double click gives the width back to the table. */
function Handle({ column: { name, label }, widths }: Pick<ColumnHeaderProps, 'column' | 'widths'>): ReactNode {
  const { t } = useTexts()
  const drag = (event: PointerEvent<HTMLHRElement>) => {
    const handle = event.currentTarget
    const start = event.clientX - widthOf(handle)
    handle.setPointerCapture(event.pointerId)
    handle.onpointermove = moved => widths.show(name, moved.clientX - start)
    handle.onpointerup = () => {
      handle.onpointermove = null
      handle.onpointerup = null
      widths.keep()
    }
  }
  const press = (event: KeyboardEvent<HTMLHRElement>) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (by === undefined) return
    event.preventDefault()
    widths.show(name, widthOf(event.currentTarget) + by)
    widths.keep()
  }
  return (
    <hr
      className={styles.handle}
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('list.widthOf', { name: label })}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={widths.shown[name] ?? NARROWEST}
      onPointerDown={drag}
      onKeyDown={press}
      onDoubleClick={() => {
        widths.show(name, null)
        widths.keep()
      }}
    />
  )
}

function widthOf(handle: HTMLElement): number {
  return handle.closest('th')!.getBoundingClientRect().width
}
