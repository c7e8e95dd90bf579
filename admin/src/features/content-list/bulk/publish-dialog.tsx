import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
import { BulkFailures } from './bulk-failures.tsx'
import type { BulkDialogProps } from './bulk-types.ts'
import { type Bulk, useBulk } from './use-bulk.ts'

export function PublishDialog(props: BulkDialogProps): ReactNode {
  const bulk = useBulk(props, { action: 'publish', done: 'list.publishedDone' })
  return <Question {...props} bulk={bulk} action="publish" />
}

export function UnpublishDialog(props: BulkDialogProps): ReactNode {
  const bulk = useBulk(props, { action: 'unpublish', done: 'list.unpublishedDone' })
  return <Question {...props} bulk={bulk} action="unpublish" />
}

interface QuestionProps extends BulkDialogProps {
  readonly bulk: Bulk
  readonly action: 'publish' | 'unpublish'
}

function Question({ list, amount, onClose, bulk, action }: QuestionProps): ReactNode {
  const { t, count } = useTexts()
  const { forecast, failed, error } = bulk
  const changed = forecast?.ids.length ?? amount
  return (
    <ConfirmDialog
      title={t('list.confirm')}
      open
      confirmLabel={t(action === 'publish' ? 'list.publish' : 'list.unpublish')}
      cancelLabel={t('common.cancel')}
      busy={bulk.busy || (forecast === undefined && error === null)}
      disabled={failed.length > 0}
      onConfirm={() => bulk.run()}
      onCancel={onClose}
    >
      <Stack gap={3}>
        <p>{count(action === 'publish' ? 'list.publishQuestion' : 'list.unpublishQuestion', amount)}</p>
        {changed < amount && failed.length === 0 ? <p>{count('list.onlySome', changed)}</p> : null}
        <BulkFailures list={list} failed={failed} />
        {error === null ? null : <Notice look="error">{error.message}</Notice>}
      </Stack>
    </ConfirmDialog>
  )
}
