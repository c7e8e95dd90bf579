/** Asks before something is done to many entries. It can be answered once the server has said what would happen. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { ButtonLook } from '../../../ui/inputs/button.tsx'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { BulkFailures } from './bulk-failures.tsx'
import type { BulkDialogProps } from './bulk-types.ts'
import type { Bulk } from './use-bulk.ts'

export interface BulkQuestionProps extends Pick<BulkDialogProps, 'list' | 'onClose'> {
  readonly bulk: Bulk
  readonly submitLabel: string
  readonly look?: ButtonLook
  readonly children: ReactNode
}

export function BulkQuestion({ list, bulk, submitLabel, look = 'primary', children, onClose }: BulkQuestionProps) {
  const { t } = useTexts()
  const { forecast, failed, error, busy, run } = bulk
  return (
    <DialogForm
      isQuestion
      title={t('list.confirm')}
      submitLabel={submitLabel}
      look={look}
      busy={busy || (forecast === undefined && error === null)}
      disabled={failed.length > 0}
      error={error}
      onSubmit={() => run()}
      onClose={onClose}
    >
      {children}
      <BulkFailures list={list} failed={failed} />
    </DialogForm>
  )
}
