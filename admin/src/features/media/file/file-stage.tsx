/** The file itself, and what can be done with it: look, crop, choose the focal point, download, copy the link, delete. */
import { type ReactNode, useState } from 'react'
import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { freshAddress, fullAddress, isWebAddress, kindOf } from '../file-facts.ts'
import { FilePicture } from '../library/file-picture.tsx'
import { CropEditor } from './crop-editor.tsx'
import styles from './file.module.css'
import { FocalEditor } from './focal-editor.tsx'
import type { StageProps } from './stage-props.ts'

export function FileStage({
  library,
  file,
  onDelete,
}: StageProps & { readonly onDelete?: (() => void) | undefined }): ReactNode {
  const { t } = useTexts()
  const [mode, setMode] = useState<'look' | 'crop' | 'focal'>('look')
  const hasPixels = kindOf(file) === 'image' && file.mime !== 'image/svg+xml' && file.width !== null
  const look = () => setMode('look')
  if (mode === 'crop') return <CropEditor library={library} file={file} onClose={look} />
  if (mode === 'focal') return <FocalEditor library={library} file={file} onClose={look} />
  return (
    <div className="grid gap-3">
      <div className={styles.frame}>
        <Preview file={file} />
      </div>
      <div className="flex wrap gap-1 middle">
        {hasPixels && library.may.update ? (
          <>
            <IconButton label={t('media.crop')} icon="crop" onClick={() => setMode('crop')} />
            <IconButton label={t('media.focal')} icon="target" onClick={() => setMode('focal')} />
          </>
        ) : null}
        <CopyLink url={file.url} />
        {isWebAddress(file.url) ? (
          <a className={styles.download} href={file.url} download={file.name} aria-label={t('media.download')}>
            <Icon name="download" size={20} />
          </a>
        ) : null}
        {library.may.update && onDelete !== undefined ? (
          <IconButton label={t('media.delete')} icon="trash" onClick={onDelete} />
        ) : null}
      </div>
    </div>
  )
}

function Preview({ file }: { readonly file: MediaFile }): ReactNode {
  const kind = kindOf(file)
  if (kind === 'image')
    return (
      <img
        className={styles.whole}
        src={freshAddress(file.url, file.updatedAt)}
        alt={file.alternativeText ?? file.name}
      />
    )
  // biome-ignore lint/a11y/useMediaCaption: the library keeps no captions for films
  if (kind === 'video') return <video className={styles.whole} src={freshAddress(file.url, file.updatedAt)} controls />
  // biome-ignore lint/a11y/useMediaCaption: the library keeps no captions for sounds
  if (kind === 'audio') return <audio src={freshAddress(file.url, file.updatedAt)} controls />
  return <FilePicture file={file} />
}

function CopyLink({ url }: { readonly url: string }): ReactNode {
  const { t } = useTexts()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(fullAddress(url))
      showToast({ message: t('media.linkCopied') })
    } catch {
      // Browsers forbid it on pages without HTTPS.
      showToast({ message: fullAddress(url), look: 'info' })
    }
  }
  return <IconButton label={t('media.copyLink')} icon="link" onClick={copy} />
}
