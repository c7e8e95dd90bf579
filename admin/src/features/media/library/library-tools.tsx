/** Above the files: search, kind, unused, order, and how they are shown. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { TextKey } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { ToolChoice, ToolSearch, Tools } from '../../../ui/page/tools.tsx'
import { type MediaSearch, TYPES, USUAL_SORT } from '../media-search.ts'
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
  const views = [
    { view: undefined, label: t('media.gridView'), icon: 'grid' },
    { view: 'table', label: t('media.listView'), icon: 'list' },
  ] as const
  const end = views.map(({ view, label, icon }) => (
    <IconButton
      key={icon}
      label={label}
      icon={icon}
      aria-pressed={search.view === view}
      onClick={() => change({ view, page: search.page }, { replace: true })}
    />
  ))
  return (
    <Tools end={end}>
      <ToolSearch
        label={t('media.search')}
        value={search._q ?? ''}
        onSearch={(text, replace) => change({ _q: text === '' ? undefined : text }, { replace })}
      />
      <ToolChoice<NonNullable<MediaSearch['type']>>
        label={t('media.type')}
        value={search.type ?? ''}
        options={[
          { value: '', label: t('media.allTypes') },
          ...TYPES.map(name => ({ value: name, label: t(TYPE_NAMES[name]) })),
        ]}
        onChange={type => change({ type })}
      />
      <ToolChoice
        label={t('media.sort')}
        value={search.sort ?? USUAL_SORT}
        options={SORTS.map(([value, key]) => ({ value, label: t(key) }))}
        onChange={sort => change({ sort: sort === USUAL_SORT ? undefined : sort })}
      />
      <Checkbox
        label={t('media.unused')}
        checked={search.unused === 'true'}
        onChange={on => change({ unused: on ? 'true' : undefined })}
      />
    </Tools>
  )
}
