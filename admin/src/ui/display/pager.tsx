/** Pages of a list: the first, the last, those around the current one, and the size of a page. */
import type { ReactNode } from 'react'
import { IconButton } from '../inputs/button.tsx'
import { Select } from '../inputs/select.tsx'
import styles from './pager.module.css'

export interface PagerProps {
  readonly page: number
  readonly pageCount: number
  readonly pageSize: number
  readonly sizes: readonly number[]
  /** There may be more pages than `pageCount`. */
  readonly open?: boolean
  readonly labels: PagerLabels
  readonly onPage: (page: number) => void
  readonly onSize: (size: number) => void
  /** The person is about to go there. */
  readonly onIntent?: (page: number) => void
}

export interface PagerLabels {
  readonly pages: string
  readonly previous: string
  readonly next: string
  readonly size: string
  readonly goTo: (page: number) => string
}

export function Pager({ page, pageCount, pageSize, sizes, open = false, labels, ...on }: PagerProps): ReactNode {
  const options = [...new Set([...sizes, pageSize])].sort((a, b) => a - b)
  return (
    <div className={styles.pager}>
      <div className={styles.size}>
        <Select
          label={labels.size}
          hideLabel
          size="small"
          value={String(pageSize)}
          options={options.map(size => ({ value: String(size), label: String(size) }))}
          onChange={size => on.onSize(Number(size))}
        />
        <span aria-hidden="true">{labels.size}</span>
      </div>
      <nav aria-label={labels.pages} className={styles.pages}>
        <IconButton
          label={labels.previous}
          icon="chevronLeft"
          disabled={page <= 1}
          onClick={() => on.onPage(page - 1)}
        />
        {shownPages(page, pageCount).map((number, index) =>
          number === undefined ? (
            <span key={index < 3 ? 'before' : 'after'} className={styles.gap} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              className={styles.page}
              aria-label={labels.goTo(number)}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => on.onPage(number)}
            >
              {number}
            </button>
          ),
        )}
        <span onPointerEnter={() => page < pageCount && on.onIntent?.(page + 1)}>
          <IconButton
            label={labels.next}
            icon="chevronRight"
            disabled={page >= pageCount && !open}
            onClick={() => on.onPage(page + 1)}
          />
        </span>
      </nav>
    </div>
  )
}

/** - page 5 of 9 gives `1, gap, 4, 5, 6, gap, 9` */
export function shownPages(page: number, pageCount: number): readonly (number | undefined)[] {
  const near = [1, page - 1, page, page + 1, pageCount].filter(
    number => number >= 1 && number <= Math.max(pageCount, page),
  )
  const sorted = [...new Set(near)].sort((a, b) => a - b)
  return sorted.flatMap((number, index) => {
    const gap = number - (sorted[index - 1] ?? 0)
    if (gap === 2) return [number - 1, number]
    return gap > 2 ? [undefined, number] : [number]
  })
}
