import type { ReactNode } from 'react'
import type { FileValue } from '../../../../../src/admin-api/content-api.ts'
import { Icon, type IconName } from '../../../ui/display/icon.tsx'
import { extensionOf, type FileKind, kindOf, pictureOf } from '../file-facts.ts'
import styles from './library.module.css'

const ICONS: Record<Exclude<FileKind, 'image'>, IconName> = { video: 'play', audio: 'sound', file: 'file' }

/** The picture of a file, or a sign for its kind. The name is beside it, so it is decoration. */
export function FilePicture({ file }: { readonly file: FileValue & { readonly updatedAt?: string } }): ReactNode {
  const kind = kindOf(file)
  if (kind === 'image')
    return <img className={styles.image} src={pictureOf(file)} alt="" loading="lazy" decoding="async" />
  return (
    <span className={styles.sign}>
      <Icon name={ICONS[kind]} size={32} />
      {extensionOf(file)}
    </span>
  )
}
