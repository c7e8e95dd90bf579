import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
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
  const actions = (
    <>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
      <Button look="primary" busy={isPending} onClick={() => mutate()}>
        {t('media.move')}
      </Button>
    </>
  )
  return (
    <Dialog
      title={t('media.moveTitle')}
      open
      size="small"
      onClose={onClose}
      closeLabel={t('common.close')}
      actions={actions}
    >
      <Stack gap={4}>
        <Select
          label={t('media.location')}
          value={to}
          options={folderOptions(library.folders, t('shell.mediaLibrary'), folders)}
          onChange={setTo}
        />
        {error === null ? null : <Notice look="error">{error.message}</Notice>}
      </Stack>
    </Dialog>
  )
}
