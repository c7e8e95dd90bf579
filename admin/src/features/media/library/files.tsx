/** The files of the page, with everything that can be in their place. */
import type { ReactNode } from 'react'
import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { Pager } from '../../../ui/lists/pager.tsx'
import { foldersIn } from '../folder-tree.ts'
import { FileGrid } from './file-grid.tsx'
import { FileTable } from './file-table.tsx'
import styles from './library.module.css'
import type { Library } from './use-library.ts'
import type { Marked } from './use-marked.ts'

export interface FilesSectionProps {
  readonly library: Library
  readonly marked: Marked
  readonly onOpen: (file: MediaFile) => void
  readonly onAdd: () => void
}

export function Files({ library, marked, onOpen, onAdd }: FilesSectionProps): ReactNode {
  const { t } = useTexts()
  const { answer, error, waiting, search, refresh } = library
  if (error !== null) return <ErrorState error={error} onRetry={refresh} />
  if (answer === undefined) return <Skeleton lines={8} />
  if (answer.data.length === 0) return <Nothing library={library} onAdd={onAdd} />
  const ids = answer.data.map(({ id }) => id)
  const ticked = ids.filter(id => marked.files.has(id)).length
  const Shown = search.view === 'table' ? FileTable : FileGrid
  return (
    <section className={styles.section} aria-label={t('media.assets')}>
      <div className={styles.heading}>
        <h2>{t('media.assetsCount', { count: answer.meta.pagination.total })}</h2>
        {library.may.update ? (
          <Checkbox
            label={t('media.selectAll')}
            checked={ticked === ids.length}
            indeterminate={ticked > 0 && ticked < ids.length}
            onChange={on => marked.toggle('files', ids, on)}
          />
        ) : null}
      </div>
      <div className={styles.files} aria-busy={waiting} data-waiting={waiting || undefined}>
        <Shown library={library} marked={marked} files={answer.data} onOpen={onOpen} />
      </div>
      {answer.meta.pagination.total <= SIZES[0]! ? null : (
        <Pager pagination={answer.meta.pagination} sizes={SIZES} onChange={library.change} />
      )}
    </section>
  )
}

const SIZES = [24, 48, 96]

function Nothing({ library, onAdd }: { readonly library: Library; readonly onAdd: () => void }): ReactNode {
  const { t } = useTexts()
  const { everywhere, change, folders, folder, may } = library
  if (everywhere) {
    const clear = () => change({ _q: undefined, type: undefined, unused: undefined })
    return (
      <EmptyState
        title={t('media.nothingFound')}
        icon="search"
        action={<Button onClick={clear}>{t('media.clearFilters')}</Button>}
      />
    )
  }
  if (foldersIn(folders, folder).length > 0) return null
  const action = may.create ? (
    <Button look="primary" icon="add" onClick={onAdd}>
      {t('media.addAssets')}
    </Button>
  ) : undefined
  return (
    <EmptyState title={t('media.empty')} icon="image" action={action}>
      {t('media.emptyText')}
    </EmptyState>
  )
}
