/** Above the files: search, kind, unused, order, and how they are shown. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { TextKey } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { SearchField } from '../../../ui/inputs/search-field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { type MediaSearch, TYPES, USUAL_SORT } from '../media-search.ts'
import styles from './library.module.css'
import type { Library } from './use-library.ts'

const TYPE_NAMES: Record<(typeof TYPES)[number], TextKey> = {
  images: 'media.images',
  videos: 'media.videos',
  audios: 'media.audios',
  files: 'media.otherFiles',
}

const SORTS: readonly (readonly [string, TextKey])[] = [
  [USUAL_SORT, 'media.sortNewest'],
  ['createdAt:ASC', 'media.sortOldest'],
  ['name:ASC', 'media.sortName'],
  ['name:DESC', 'media.sortNameDown'],
  ['updatedAt:DESC', 'media.sortUpdated'],
  ['updatedAt:ASC', 'media.sortUpdatedFirst'],
]

export function LibraryTools({ library }: { readonly library: Library }): ReactNode {
  const { t } = useTexts()
  const { search, change } = library
  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <SearchField
          label={t('media.search')}
          value={search._q ?? ''}
          onSearch={(text, replace) => change({ _q: text === '' ? undefined : text }, { replace })}
        />
      </div>
      <div className={styles.select}>
        <Select
          label={t('media.type')}
          hideLabel
          value={search.type ?? ''}
          options={[
            { value: '', label: t('media.allTypes') },
            ...TYPES.map(name => ({ value: name, label: t(TYPE_NAMES[name]) })),
          ]}
          onChange={type => change({ type: type === '' ? undefined : (type as MediaSearch['type']) })}
        />
      </div>
      <div className={styles.select}>
        <Select
          label={t('media.sort')}
          hideLabel
          value={search.sort ?? USUAL_SORT}
          options={SORTS.map(([value, key]) => ({ value, label: t(key) }))}
          onChange={sort => change({ sort: sort === USUAL_SORT ? undefined : sort })}
        />
      </div>
      <Checkbox
        label={t('media.unused')}
        checked={search.unused === 'true'}
        onChange={on => change({ unused: on ? 'true' : undefined })}
      />
      <div className={styles.end}>
        <IconButton
          label={t('media.gridView')}
          icon="grid"
          aria-pressed={search.view === undefined}
          onClick={() => change({ view: undefined, page: search.page }, { replace: true })}
        />
        <IconButton
          label={t('media.listView')}
          icon="list"
          aria-pressed={search.view === 'table'}
          onClick={() => change({ view: 'table', page: search.page }, { replace: true })}
        />
      </div>
    </div>
  )
}
