/** What is to be done with an entry at a set time, in words. */
import type { ReactNode } from 'react'
import type { ScheduledAct } from '../../../../../src/admin-api/schedule-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'

const WORDS = { publish: 'schedule.publishes', unpublish: 'schedule.unpublishes' } as const
const LOOKS = { publish: 'good', unpublish: 'waiting' } as const

export function ActBadge({ act: { action, state } }: { readonly act: ScheduledAct }): ReactNode {
  const { t } = useTexts()
  return (
    <>
      <Badge look={LOOKS[action]}>{t(WORDS[action])}</Badge>
      {state === 'failed' ? <Badge look="bad">{t('schedule.failed')}</Badge> : null}
    </>
  )
}

export function FailedReason({ act: { reason } }: { readonly act: ScheduledAct }): ReactNode {
  return reason === null ? null : <span className="small rust breaks">{reason}</span>
}
