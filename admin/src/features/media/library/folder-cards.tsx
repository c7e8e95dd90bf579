import type { ReactNode } from 'react'
import type { MediaFolder } from '../../../../../src/admin-api/media-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { foldersIn } from '../folder-tree.ts'
import styles from './library.module.css'
import { LibraryLink } from './library-link.tsx'
import type { Library } from './use-library.ts'
import type { Marked } from './use-marked.ts'

export interface FolderCardsProps {
  readonly library: Library
  readonly marked: Marked
  readonly onEdit: (folder: MediaFolder) => void
}

/** The folders inside the one that is open. */
export function FolderCards({ library, marked, onEdit }: FolderCardsProps): ReactNode {
  const { t, count } = useTexts()
  const folders = library.everywhere ? [] : foldersIn(library.folders, library.folder)
  if (folders.length === 0) return null
  return (
    <section className={styles.section} aria-label={t('media.folders')}>
      <h2 className={styles.heading}>{t('media.foldersCount', { count: folders.length })}</h2>
      <ul className={styles.folders}>
        {folders.map(folder => (
          <li key={folder.id} className={styles.folder} data-marked={marked.folders.has(folder.id) || undefined}>
            {library.may.update ? (
              <Checkbox
                label={t('media.selectFolder', { name: folder.name })}
                hideLabel
                checked={marked.folders.has(folder.id)}
                onChange={on => marked.toggle('folders', [folder.id], on)}
              />
            ) : null}
            <span className={styles.folderSign}>
              <Icon name="folder" size={22} />
            </span>
            <span className={styles.folderText}>
              <LibraryLink library={library} change={{ folder: String(folder.id) }} className={styles.folderName}>
                {folder.name}
              </LibraryLink>
              <span className={styles.soft}>
                {count('media.folderCount', folder.folders)}, {count('media.assetCount', folder.files)}
              </span>
            </span>
            {library.may.update ? (
              <IconButton
                label={t('media.editFolderNamed', { name: folder.name })}
                icon="edit"
                size="small"
                onClick={() => onEdit(folder)}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
