/** Pages of a list: the first, the last, those around the current one, and the size of a page. */
import type { ReactNode } from 'react'
import { IconButton } from '../inputs/button.tsx'
import { Select } from '../inputs/select.tsx'
import { useUiTexts } from '../theme/ui-texts.ts'
import styles from './pager.module.css'

export interface PagerProps {
  readonly pagination: { readonly page: number; readonly pageCount: number; readonly pageSize: number }
  readonly sizes: readonly number[]
  /** There may be more pages than `pageCount`. */
  readonly open?: boolean
  readonly onChange: (change: { readonly page: string } | { readonly pageSize: string }) => void
  /** The person is about to go there. */
  readonly onIntent?: (page: number) => void
}

export function Pager({ pagination, sizes, open = false, onChange, onIntent }: PagerProps): ReactNode {
  const { page, pageCount, pageSize } = pagination
  const texts = useUiTexts()
  const options = [...new Set([...sizes, pageSize])].sort((a, b) => a - b)
  const goTo = (to: number) => {
    onChange({ page: String(to) })
    scrollTo({ top: 0 })
  }
  return (
    <div className="row wrap spread gap-3 above-4">
      <div className="row gap-2 small soft">
        <Select
          label={texts.pageSize}
          hideLabel
          size="small"
          value={String(pageSize)}
          options={options.map(size => ({ value: String(size), label: String(size) }))}
          onChange={size => onChange({ pageSize: size })}
        />
        <span aria-hidden="true">{texts.pageSize}</span>
      </div>
      <nav aria-label={texts.pages} className="row gap-0">
        <IconButton label={texts.previousPage} icon="chevronLeft" disabled={page <= 1} onClick={() => goTo(page - 1)} />
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
              aria-label={texts.goToPage(number)}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => goTo(number)}
            >
              {number}
            </button>
          ),
        )}
        <span onPointerEnter={() => page < pageCount && onIntent?.(page + 1)}>
          <IconButton
            label={texts.nextPage}
            icon="chevronRight"
            disabled={page >= pageCount && !open}
            onClick={() => goTo(page + 1)}
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
