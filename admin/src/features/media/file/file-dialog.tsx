/** "Details" of a file: its words, its place, its picture, and where it is used. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import { call } from '../../../api/call.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { ErrorState, Skeleton } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextArea, TextField } from '../../../ui/inputs/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { folderOptions } from '../folder-tree.ts'
import type { Library } from '../library/use-library.ts'
import { fileQuery } from '../media-queries.ts'
import styles from './file.module.css'
import { FileFacts } from './file-facts-list.tsx'
import { FileStage } from './file-stage.tsx'
import { ReplaceButton } from './replace-button.tsx'
import { UsedIn } from './used-in.tsx'

export interface FileDialogProps {
  readonly library: Library
  readonly id: number
  readonly onClose: () => void
  readonly onDelete: (file: MediaFile) => void
}

export function FileDialog({ library, id, onClose, onDelete }: FileDialogProps): ReactNode {
  const { t } = useTexts()
  const { data: file, error, refetch } = useQuery(fileQuery(id))
  return (
    <Dialog
      title={t('media.details')}
      open
      size="large"
      onClose={onClose}
      closeLabel={t('common.close')}
      {...(file === undefined ? {} : { actions: <Actions library={library} file={file} onClose={onClose} /> })}
    >
      {error === null ? null : (
        <ErrorState title={t('common.loadFailed')} error={error} retryLabel={t('common.retry')} onRetry={refetch} />
      )}
      {file === undefined && error === null ? <Skeleton label={t('common.loading')} lines={6} /> : null}
      {file === undefined ? null : (
        <div className={styles.columns}>
          <div className={styles.column}>
            <FileStage library={library} file={file} onDelete={() => onDelete(file)} />
            <FileFacts file={file} />
          </div>
          <div className={styles.column}>
            <FileForm key={file.id} library={library} file={file} onClose={onClose} />
            <UsedIn file={file} />
          </div>
        </div>
      )}
    </Dialog>
  )
}

const FORM = 'file-details'

interface FormProps {
  readonly library: Library
  readonly file: MediaFile
  readonly onClose: () => void
}

function Actions({ library, file, onClose }: FormProps): ReactNode {
  const { t } = useTexts()
  if (!library.may.update) return <Button onClick={onClose}>{t('common.close')}</Button>
  return (
    <>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
      <ReplaceButton library={library} file={file} />
      <Button look="primary" type="submit" form={FORM}>
        {t('media.finish')}
      </Button>
    </>
  )
}

function FileForm({ library, file, onClose }: FormProps): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const [folder, setFolder] = useState(file.folder === null ? '' : String(file.folder.id))
  const { error, problems, onSubmit } = useSubmit(async ({ name = '', alternativeText = '', caption = '' }) => {
    const { data } = await call('PUT /media/:id', {
      params: { id: file.id },
      body: { name, alternativeText, caption, folder: folder === '' ? null : Number(folder) },
    })
    client.setQueryData(fileQuery(file.id).queryKey, data)
    await library.refresh()
    showToast({ message: t('media.saved', { name: data.name }) })
    onClose()
  })
  const readOnly = !library.may.update
  return (
    <form id={FORM} onSubmit={onSubmit} className={styles.form}>
      <TextField
        label={t('media.fileName')}
        name="name"
        defaultValue={file.name}
        error={problems.name}
        required
        readOnly={readOnly}
      />
      <TextField
        label={t('media.alternativeText')}
        name="alternativeText"
        defaultValue={file.alternativeText ?? ''}
        hint={t('media.alternativeHint')}
        error={problems.alternativeText}
        readOnly={readOnly}
      />
      <TextArea
        label={t('media.caption')}
        name="caption"
        rows={2}
        defaultValue={file.caption ?? ''}
        error={problems.caption}
        readOnly={readOnly}
      />
      <Select
        label={t('media.location')}
        value={folder}
        options={folderOptions(library.folders, t('shell.mediaLibrary'))}
        disabled={readOnly}
        onChange={setFolder}
      />
      {error === undefined ? null : <Notice look="error">{error}</Notice>}
    </form>
  )
}
