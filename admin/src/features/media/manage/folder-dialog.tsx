import { type ReactNode, useState } from 'react'
import type { MediaFolder } from '../../../../../src/admin-api/media-api.ts'
import { call } from '../../../api/call.ts'
import { SubmitDialog } from '../../../forms/submit-dialog.tsx'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { NameField } from '../../../ui/inputs/name-field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
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
  const form = useSubmit(async ({ name = '' }) => {
    const body = { name: name.trim(), parent: parent === '' ? null : Number(parent) }
    const { data } =
      folder === undefined
        ? await call('POST /folders', { body })
        : await call('PUT /folders/:id', { params: { id: folder.id }, body })
    await library.refresh()
    showToast({ message: t('media.folderSaved', { name: data.name }) })
    onClose()
  })
  return (
    <SubmitDialog
      title={t(folder === undefined ? 'media.addFolder' : 'media.editFolder')}
      size="small"
      submitLabel={t(folder === undefined ? 'media.create' : 'common.save')}
      form={form}
      fields={['name']}
      onClose={onClose}
    >
      <NameField label={t('media.name')} name={folder?.name} error={form.problems.name} />
      <Select
        label={t('media.location')}
        value={parent}
        options={folderOptions(library.folders, t('shell.mediaLibrary'), folder === undefined ? [] : [folder.id])}
        onChange={setParent}
      />
    </SubmitDialog>
  )
}
