import { Fragment, type ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { wayTo } from '../folder-tree.ts'
import styles from './library.module.css'
import { LibraryLink } from './library-link.tsx'
import type { Library } from './use-library.ts'

/** The way to the folder that is open. */
export function Breadcrumb({ library }: { readonly library: Library }): ReactNode {
  const { t } = useTexts()
  const way = wayTo(library.folders, library.folder)
  if (way.length === 0) return null
  return (
    <nav aria-label={t('media.way')} className={styles.way}>
      <LibraryLink library={library} change={{}}>
        {t('shell.mediaLibrary')}
      </LibraryLink>
      {way.map(({ id, name }, index) => (
        <Fragment key={id}>
          <Icon name="chevronRight" size={14} />
          <LibraryLink library={library} change={{ folder: String(id) }} isCurrent={index === way.length - 1}>
            {name}
          </LibraryLink>
        </Fragment>
      ))}
    </nav>
  )
}
