/** The entries of the page: a table, or cards where there is no room for one. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { useNarrow } from '../../../ui/page/use-narrow.ts'
import { CreateLink } from '../create-link.tsx'
import type { List } from '../use-list.ts'
import type { Selection } from '../use-selection.ts'
import { EntryCards } from './entry-cards.tsx'
import { EntryTable } from './entry-table.tsx'
import styles from './rows.module.css'

export interface RowsProps {
  readonly list: List
  readonly selection: Selection
}

export function Rows({ list, selection }: RowsProps): ReactNode {
  const narrow = useNarrow()
  const { answer, error, waiting, again } = list
  if (error !== null) return <ErrorState error={error} onRetry={again} />
  if (answer === undefined) return <Skeleton lines={10} />
  if (answer.data.length === 0) return <Nothing list={list} />
  const Shown = narrow ? EntryCards : EntryTable
  return (
    <div className={styles.rows} aria-busy={waiting} data-waiting={waiting || undefined}>
      <Shown list={list} selection={selection} rows={answer.data} />
    </div>
  )
}

function Nothing({ list }: { readonly list: List }): ReactNode {
  const { t } = useTexts()
  const { search, change } = list
  const { _q, filters, status, stage } = search
  const isNarrowed = [_q, filters, status, stage].some(narrowing => narrowing !== undefined)
  if (search.page !== undefined && search.page !== '1') {
    const action = <Button onClick={() => change({ page: undefined })}>{t('list.toFirstPage')}</Button>
    return <EmptyState title={t('list.emptyPage')} icon="list" action={action} />
  }
  if (isNarrowed) {
    const clear = () => change({ _q: undefined, filters: undefined, status: undefined, stage: undefined })
    return (
      <EmptyState
        title={t('list.nothingFound')}
        icon="search"
        action={<Button onClick={clear}>{t('list.clearAll')}</Button>}
      >
        {t('list.nothingFoundText')}
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t('list.empty')} icon="file" action={<CreateLink list={list} />}>
      {t('list.emptyText')}
    </EmptyState>
  )
}
