/** Files on their way, at the edge of the page: how far each is, and what went wrong. */
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { Progress } from '../../../ui/display/progress.tsx'
import { Button, IconButton } from '../../../ui/inputs/button.tsx'
import styles from './upload.module.css'
import { cancelUpload, clearUploads, retryUpload, type Upload, uploadQueue } from './upload-queue.ts'

export function UploadPanel(): ReactNode {
  const { t, count } = useTexts()
  const uploads = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.get)
  if (uploads.length === 0) return null
  const left = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  return (
    <section className={styles.panel} aria-label={t('media.uploads')}>
      <header className={styles.panelHead}>
        <span role="status">
          {left > 0
            ? count('media.uploading', left)
            : failed > 0
              ? count('media.uploadsFailed', failed)
              : count('media.uploaded', uploads.length)}
        </span>
        {left === 0 ? (
          <IconButton label={t('media.closeUploads')} icon="close" size="small" onClick={clearUploads} />
        ) : null}
      </header>
      <ul className={styles.uploads}>
        {uploads.map(upload => (
          <UploadItem key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function UploadItem({ upload }: { readonly upload: Upload }): ReactNode {
  const { t, errorText } = useTexts()
  const { id, file, state, part, error } = upload
  return (
    <li className="grid gap-1">
      <div className={styles.uploadHead}>
        <span className="clip shrinks">{file.name}</span>
        {state === 'done' ? (
          <span className="flex leaf">
            <Icon name="check" size={16} />
          </span>
        ) : (
          <IconButton
            label={t('media.cancelUpload', { name: file.name })}
            icon="close"
            size="small"
            onClick={() => cancelUpload(id)}
          />
        )}
      </div>
      {state === 'done' ? null : (
        <Progress
          label={t('media.progressOf', { name: file.name })}
          value={part}
          look={state === 'failed' ? 'bad' : 'normal'}
        />
      )}
      {state === 'sending' && part === 1 ? <p className="small soft">{t('media.processing')}</p> : null}
      {error === null ? null : (
        <div className="row spread gap-2 small rust" role="alert">
          <span>
            <span className="visually-hidden">{file.name}: </span>
            {errorText(error)}
          </span>
          <Button look="quiet" size="small" onClick={() => retryUpload(id)}>
            {t('common.retry')}
          </Button>
        </div>
      )}
    </li>
  )
}
