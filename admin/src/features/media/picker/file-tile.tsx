import type { ReactNode } from 'react'
import type { FileValue } from '../../../../../src/admin-api/content-api.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import styles from './media-picker.module.css'

export interface FileTileProps {
  readonly file: FileValue
  readonly isChosen: boolean
  readonly onToggle: () => void
}

export function FileTile({ file, isChosen, onToggle }: FileTileProps): ReactNode {
  return (
    <button type="button" className={styles.tile} aria-pressed={isChosen} onClick={onToggle}>
      <Thumbnail file={file} />
      <span className="clip pad-1-2">{file.name}</span>
      {isChosen ? (
        <span className={styles.tick}>
          <Icon name="check" size={16} />
        </span>
      ) : null}
    </button>
  )
}
