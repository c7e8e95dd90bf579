/** "Details" of a file: its words, its place, its picture, and where it is used. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { MediaFile } from '../../../../../src/admin-api/media-api.ts'
import { call } from '../../../api/call.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ErrorNotice } from '../../../ui/display/notice.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextArea } from '../../../ui/inputs/text-area/text-area.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DialogButtons } from '../../../ui/overlays/dialog-form.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { folderOptions } from '../folder-tree.ts'
import { type FileTools, useFileTools } from '../library/use-file-tools.ts'
import { fileQuery } from '../media-queries.ts'
import styles from './file.module.css'
import { FileFacts } from './file-facts-list.tsx'
import { FileStage } from './file-stage.tsx'
import { ReplaceButton } from './replace-button.tsx'
import { UsedIn } from './used-in.tsx'

export interface FileDetailsProps {
  readonly id: number
  readonly onClose: () => void
  /** After its words were saved. */
  readonly onSaved?: (file: MediaFile) => void
}

/** From a form: the file is looked at and described, but not deleted. */
export function FileDetails(props: FileDetailsProps): ReactNode {
  return <FileDialog {...props} library={useFileTools()} />
}

export interface FileDialogProps extends FileDetailsProps {
  readonly library: FileTools
  readonly onDelete?: (file: MediaFile) => void
}

export function FileDialog({ library, id, onClose, onSaved, onDelete }: FileDialogProps): ReactNode {
  const { t } = useTexts()
  const query = useQuery(fileQuery(id))
  const { data: loaded } = query
  return (
    <Dialog
      title={t('media.details')}
      size="large"
      onClose={onClose}
      actions={loaded && <Actions library={library} file={loaded} onClose={onClose} />}
    >
      <Loaded query={query} lines={6}>
        {file => (
          <div className={styles.columns}>
            <div className={styles.column}>
              <FileStage library={library} file={file} onDelete={onDelete && (() => onDelete(file))} />
              <FileFacts file={file} />
            </div>
            <div className={styles.column}>
              <FileForm key={file.id} library={library} file={file} onClose={onClose} onSaved={onSaved} />
              <UsedIn file={file} />
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

const FORM = 'file-details'

interface ActionsProps {
  readonly library: FileTools
  readonly file: MediaFile
  readonly onClose: () => void
}

interface FormProps extends ActionsProps {
  readonly onSaved: FileDetailsProps['onSaved'] | undefined
}

function Actions({ library, file, onClose }: ActionsProps): ReactNode {
  const { t } = useTexts()
  if (!library.may.update) return <Button onClick={onClose}>{t('common.close')}</Button>
  return (
    <DialogButtons
      before={<ReplaceButton library={library} file={file} />}
      submitLabel={t('media.finish')}
      form={FORM}
      onClose={onClose}
    />
  )
}

function FileForm({ library, file, onClose, onSaved }: FormProps): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const [folder, setFolder] = useState(file.folder === null ? '' : String(file.folder.id))
  const { error, problems, onSubmit } = useSubmit(async ({ name = '', alternativeText = '', caption = '' }) => {
    const { data } = await call('PUT /media/:id', {
      params: { id: file.id },
      body: {
        name,
        alternativeText: alternativeText.trim() || null,
        caption: caption.trim() || null,
        folder: folder === '' ? null : Number(folder),
      },
    })
    client.setQueryData(fileQuery(file.id).queryKey, data)
    onSaved?.(data)
    await library.refresh()
    showToast({ message: t('media.saved', { name: data.name }) })
    onClose()
  })
  const readOnly = !library.may.update
  return (
    <form id={FORM} onSubmit={onSubmit} className="grid gap-4">
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
        autoFocus={onSaved !== undefined}
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
      <ErrorNotice error={error} />
    </form>
  )
}
