/** Beside the form of an entry: when it is published and unpublished. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { OpenEntry } from '../../../../../src/admin-api/content-api.ts'
import type { EntrySchedule, ScheduledAct } from '../../../../../src/admin-api/schedule-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { entryScheduleQuery } from './schedule-queries.ts'
import { ActBadge, FailedReason } from './scheduled-act.tsx'

const AddToRelease = lazy(async () => ({ default: (await import('../releases/add-to-release.tsx')).AddToRelease }))

interface ReleasesOf {
  readonly uid: string
  readonly id: number
}

export interface ScheduleCardProps {
  readonly uid: string
  readonly entry: Pick<OpenEntry, 'id' | 'may'>
}

export function ScheduleCard({ uid, entry: { id, may } }: ScheduleCardProps): ReactNode {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const schedule = useQuery(entryScheduleQuery(uid, id))
  const acts = [schedule.data?.publish, schedule.data?.unpublish].filter(act => act !== null && act !== undefined)
  const releases = schedule.data?.releases ?? []
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
            {may.publish ? <Releases uid={uid} id={id} releases={releases} /> : null}
            {isOpen ? <ScheduleDialog uid={uid} id={id} schedule={known} onClose={() => setOpen(false)} /> : null}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** What it is a part of, and a way into another one. */
function Releases({ uid, id, releases }: Pick<EntrySchedule, 'releases'> & ReleasesOf): ReactNode {
  const { t, date } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {releases.length === 0 ? null : (
        <ul className="stack gap-2 small">
          {releases.map(({ id: release, name, at, action }) => (
            <li key={release} className="breaks">
              <Link to="/content-manager/releases/$id" params={{ id: release }}>
                {name}
              </Link>
              {`: ${t(action === 'publish' ? 'schedule.publishes' : 'schedule.unpublishes')}`}
              {at === null ? null : ` · ${date(at)}`}
            </li>
          ))}
        </ul>
      )}
      <Button wide size="small" icon="add" onClick={() => setOpen(true)}>
        {t('releases.add')}
      </Button>
      {isOpen ? (
        <Suspense>
          <AddToRelease uid={uid} chosen={{ ids: [id] }} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
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
