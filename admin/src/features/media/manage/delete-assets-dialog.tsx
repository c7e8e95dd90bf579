/** Asks before files and folders are deleted, and names the entries that would lose them. */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { UsageList } from '../file/used-in.tsx'
import { MEDIA_KEY } from '../media-queries.ts'
import type { ManageProps } from './manage-props.ts'

export function DeleteAssetsDialog({ library, files, folders, onClose, onDone }: ManageProps): ReactNode {
  const { t, count } = useTexts()
  const body = { action: 'delete', files, folders } as const
  const forecast = useQuery({
    queryKey: [...MEDIA_KEY, 'delete', files, folders],
    queryFn: async () => (await call('POST /media/bulk', { body: { ...body, dryRun: true } })).data,
    gcTime: 0,
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('POST /media/bulk', { body }),
    onSuccess: async ({ data }) => {
      onDone?.()
      onClose()
      showToast({ message: count('media.deleted', data.files.length + data.folders.length) })
      await library.refresh()
    },
  })
  const usage = forecast.data?.usage ?? []
  const inside = (forecast.data?.files.length ?? 0) - files.length
  const failure = error ?? forecast.error
  return (
    <DialogForm
      isQuestion
      title={t('media.confirm')}
      look="danger"
      submitLabel={t('media.confirmDelete')}
      busy={isPending || (forecast.data === undefined && failure === null)}
      error={failure}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <p>{count('media.deleteQuestion', files.length + folders.length)}</p>
      {inside > 0 ? <p>{count('media.deleteInside', inside)}</p> : null}
      {usage.length === 0 ? null : (
        <Notice look="warning">
          <p>{count('media.deleteUsage', usage.length)}</p>
          <UsageList usage={usage} />
        </Notice>
      )}
    </DialogForm>
  )
}
