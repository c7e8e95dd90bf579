import { type ReactNode, useState } from 'react'
import type { MediaFolder } from '../../../../../src/admin-api/media-api.ts'
import { call } from '../../../api/call.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
import { folderOptions } from '../folder-tree.ts'
import type { Library } from '../library/use-library.ts'

export interface FolderDialogProps {
  readonly library: Library
  /** The folder to change; a new one if absent. */
  readonly folder: MediaFolder | undefined
  readonly onClose: () => void
}

/** A folder's name and place. */
export function FolderDialog({ library, folder, onClose }: FolderDialogProps): ReactNode {
  const { t } = useTexts()
  const start = folder === undefined ? library.folder : folder.parent
  const [parent, setParent] = useState(start === null ? '' : String(start))
  const { busy, error, problems, onSubmit } = useSubmit(async ({ name = '' }) => {
    const body = { name: name.trim(), parent: parent === '' ? null : Number(parent) }
    const { data } =
      folder === undefined
        ? await call('POST /folders', { body })
        : await call('PUT /folders/:id', { params: { id: folder.id }, body })
    await library.refresh()
    showToast({ message: t('media.folderSaved', { name: data.name }) })
    onClose()
  })
  const actions = (
    <>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
      <Button look="primary" type="submit" form="media-folder" busy={busy}>
        {t(folder === undefined ? 'media.create' : 'common.save')}
      </Button>
    </>
  )
  return (
    <Dialog
      title={t(folder === undefined ? 'media.addFolder' : 'media.editFolder')}
      open
      size="small"
      onClose={onClose}
      closeLabel={t('common.close')}
      actions={actions}
    >
      <form id="media-folder" onSubmit={onSubmit}>
        <Stack gap={4}>
          <TextField
            label={t('media.name')}
            name="name"
            defaultValue={folder?.name ?? ''}
            error={problems.name}
            required
            autoFocus
            autoComplete="off"
          />
          <Select
            label={t('media.location')}
            value={parent}
            options={folderOptions(library.folders, t('shell.mediaLibrary'), folder === undefined ? [] : [folder.id])}
            onChange={setParent}
          />
          {error === undefined || problems.name !== undefined ? null : <Notice look="error">{error}</Notice>}
        </Stack>
      </form>
    </Dialog>
  )
}
