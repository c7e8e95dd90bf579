/** One delivery: what was sent, what was answered, and a way to send it again. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DeliveryInfo } from '../../../../../src/admin-api/webhook-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { CopyBox } from '../../../ui/display/copy-box.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { ErrorNotice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'

export interface DeliveryDialogProps {
  /** Its id. */
  readonly webhook: number
  /** As it is in the list. */
  readonly delivery: DeliveryInfo
  readonly mayRepeat: boolean
  readonly onClose: () => void
}

export function DeliveryDialog({ webhook, delivery: listed, mayRepeat, onClose }: DeliveryDialogProps): ReactNode {
  const { t, date, number } = useTexts()
  const client = useQueryClient()
  const [error, setError] = useState<unknown>()
  const params = { id: webhook, delivery: listed.id }
  const { data: delivery = listed } = useQuery({
    queryKey: ['settings', 'deliveries', webhook, 'one', listed.id],
    queryFn: async ({ signal }) => (await call('GET /webhooks/:id/deliveries/:delivery', { params, signal })).data,
  })
  const { event, id, attempts, sentAt, nextAt, status, duration, answer, payload } = delivery
  const repeat = async () => {
    try {
      await call('POST /webhooks/:id/deliveries/:delivery/redeliver', { params })
      showToast({ message: t('webhooks.repeated') })
      await client.invalidateQueries({ queryKey: ['settings', 'deliveries', webhook] })
      onClose()
    } catch (failure) {
      setError(failure)
    }
  }
  const again = (
    <Button look="primary" icon="refresh" onClick={repeat}>
      {t('webhooks.repeat')}
    </Button>
  )
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('webhooks.attempts'), number(attempts)],
    [t('webhooks.sent'), sentAt === null ? '–' : date(sentAt)],
    ...(nextAt === null ? [] : [[t('webhooks.next'), date(nextAt)] as const]),
    [t('webhooks.status'), status ?? '–'],
    [t('webhooks.duration'), duration === null ? '–' : `${number(Math.round(duration))} ms`],
  ]
  return (
    <Dialog title={`${event} #${id}`} onClose={onClose} actions={mayRepeat ? again : undefined}>
      <div className="stack gap-4">
        <Facts inset facts={facts} />
        {answer === null || answer === '' ? null : <CopyBox label={t('settings.answer')} text={answer} />}
        <CopyBox label={t('webhooks.payload')} text={payload} />
        <ErrorNotice error={error} />
      </div>
    </Dialog>
  )
}
