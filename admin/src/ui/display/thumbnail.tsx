/** The small picture of a file, or a sign for what it is. The name beside it says which one. */
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './thumbnail.module.css'

export interface ThumbnailFile {
  readonly mime: string
  readonly url: string
  readonly ext: string | null
  readonly formats: { readonly [name: string]: unknown } | null
}

export function Thumbnail({ file }: { readonly file: ThumbnailFile }): ReactNode {
  const small = file.formats?.thumbnail as { readonly url?: string } | undefined
  return (
    <span className={styles.frame}>
      {file.mime.startsWith('image/') ? (
        <img className={styles.image} src={small?.url ?? file.url} alt="" loading="lazy" />
      ) : (
        <span className={styles.sign}>
          <Icon name="file" size={24} />
          {file.ext?.replace('.', '')}
        </span>
      )}
    </span>
  )
}
