/** Beside the form of an entry: when it is published and unpublished. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OpenEntry } from '../../../../../src/admin-api/content-api.ts'
import type { ScheduledAct } from '../../../../../src/admin-api/schedule-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { entryScheduleQuery } from './schedule-queries.ts'
import { ActBadge, FailedReason } from './scheduled-act.tsx'

export interface ScheduleCardProps {
  readonly uid: string
  readonly entry: Pick<OpenEntry, 'id' | 'may'>
}

export function ScheduleCard({ uid, entry: { id, may } }: ScheduleCardProps): ReactNode {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const schedule = useQuery(entryScheduleQuery(uid, id))
  const acts = [schedule.data?.publish, schedule.data?.unpublish].filter(act => act !== null && act !== undefined)
  if (!may.publish && acts.length === 0) return null
  return (
    <Card title={t('schedule.title')}>
      <Loaded query={schedule} lines={1} small>
        {known => (
          <div className="stack gap-3">
            {acts.length === 0 ? (
              <p className="small soft">{t('schedule.nothing')}</p>
            ) : (
              <ul className="stack gap-2">
                {acts.map(act => (
                  <Act key={act.action} act={act} />
                ))}
              </ul>
            )}
            {may.publish ? (
              <Button wide size="small" icon="clock" onClick={() => setOpen(true)}>
                {t(acts.length === 0 ? 'schedule.plan' : 'schedule.change')}
              </Button>
            ) : null}
            {isOpen ? <ScheduleDialog uid={uid} id={id} schedule={known} onClose={() => setOpen(false)} /> : null}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function Act({ act }: { readonly act: ScheduledAct }): ReactNode {
  const { date } = useTexts()
  return (
    <li className="stack gap-1 small">
      <span className="row wrap gap-2">
        <ActBadge act={act} /> {date(act.at)}
      </span>
      <FailedReason act={act} />
    </li>
  )
}
