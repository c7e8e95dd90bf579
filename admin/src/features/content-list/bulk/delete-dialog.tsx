/** Asks before entries are deleted, and says what refers to them and would lose it. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { IncomingOf } from '../incoming.tsx'
import { BulkQuestion } from './bulk-question.tsx'
import type { BulkDialogProps } from './bulk-types.ts'
import { ToTrash } from './to-trash.tsx'
import { useBulk } from './use-bulk.ts'

export function DeleteDialog(props: BulkDialogProps): ReactNode {
  const { t, count } = useTexts()
  const { list, chosen, amount } = props
  const bulk = useBulk(props, { action: 'delete', done: 'list.deletedDone' })
  const { forecast } = bulk
  const incoming = forecast?.incoming ?? 0
  return (
    <BulkQuestion {...props} bulk={bulk} submitLabel={t('list.confirmDelete')} look="danger">
      <p>{count('list.deleteQuestion', amount)}</p>
      <ToTrash amount={amount} />
      {incoming === 0 ? null : (
        <Notice look="warning">
          <p>{count('list.incoming', incoming)}</p>
          <IncomingOf uid={list.type.uid} ids={chosen.ids ?? forecast?.ids ?? []} total={incoming} />
        </Notice>
      )}
    </BulkQuestion>
  )
}
