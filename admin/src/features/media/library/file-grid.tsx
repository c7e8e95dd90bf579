import type { ReactNode } from 'react'
import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import { sizeText } from '../../../api/size-text.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { extensionOf } from '../file-facts.ts'
import { FilePicture } from './file-picture.tsx'
import styles from './library.module.css'
import type { Library } from './use-library.ts'
import type { Marked } from './use-marked.ts'

export interface FilesProps {
  readonly library: Library
  readonly marked: Marked
  readonly files: readonly MediaFile[]
  readonly onOpen: (file: MediaFile) => void
}

export function FileGrid({ library, marked, files, onOpen }: FilesProps): ReactNode {
  const { t, number } = useTexts()
  return (
    <ul className={styles.grid} aria-label={t('media.assets')}>
      {files.map(file => (
        <li key={file.id} className={styles.card} data-marked={marked.files.has(file.id) || undefined}>
          <button type="button" className={styles.open} onClick={() => onOpen(file)}>
            <span className={styles.picture}>
              <FilePicture file={file} />
            </span>
            <span className={styles.name}>{file.name}</span>
            <span className={styles.soft}>
              {[
                extensionOf(file),
                file.width === null || file.height === null
                  ? sizeText(file.size, number)
                  : `${file.width} × ${file.height}`,
                ...(library.everywhere && file.folder !== null ? [file.folder.name] : []),
              ].join(' · ')}
            </span>
          </button>
          {library.may.update ? (
            <span className={styles.tick}>
              <Checkbox
                label={t('media.select', { name: file.name })}
                hideLabel
                checked={marked.files.has(file.id)}
                onChange={on => marked.toggle('files', [file.id], on)}
              />
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
