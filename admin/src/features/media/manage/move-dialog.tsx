import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { folderOptions } from '../folder-tree.ts'
import type { ManageProps } from './manage-props.ts'

/** Puts files and folders into another folder. */
export function MoveDialog({ library, files, folders, onClose, onDone }: ManageProps): ReactNode {
  const { t, count } = useTexts()
  const [to, setTo] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('POST /media/bulk', { body: { action: 'move', files, folders, to: to === '' ? null : Number(to) } }),
    onSuccess: async () => {
      await library.refresh()
      showToast({ message: count('media.moved', files.length + folders.length) })
      onDone?.()
      onClose()
    },
  })
  return (
    <DialogForm
      title={t('media.moveTitle')}
      size="small"
      submitLabel={t('media.move')}
      busy={isPending}
      error={error}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <Select
        label={t('media.location')}
        value={to}
        options={folderOptions(library.folders, t('shell.mediaLibrary'), folders)}
        onChange={setTo}
      />
    </DialogForm>
  )
}
