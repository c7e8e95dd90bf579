/** What is planned, under its days. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ScheduledEntry } from '../../../../../src/admin-api/schedule-api.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { EntryCell } from '../entry-cell.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { entryScheduleQuery } from './schedule-queries.ts'
import { ActBadge, FailedReason } from './scheduled-act.tsx'

interface ScheduleDaysProps {
  readonly acts: readonly ScheduledEntry[]
}

export function ScheduleDays({ acts }: ScheduleDaysProps): ReactNode {
  const { dateLocale } = useTexts()
  const format = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'full' })
  const dayOf = ({ at }: ScheduledEntry) => format.format(new Date(at))
  const days = [...new Set(acts.map(dayOf))]
  return (
    <div className="stack gap-4">
      {days.map(day => (
        <div key={day}>
          <h2 className="heavy below-2">{day}</h2>
          <DayTable day={day} acts={acts.filter(act => dayOf(act) === day)} />
        </div>
      ))}
    </div>
  )
}

function DayTable({ day, acts }: ScheduleDaysProps & { readonly day: string }): ReactNode {
  const { t, dateLocale } = useTexts()
  const time = new Intl.DateTimeFormat(dateLocale, { timeStyle: 'short' })
  return (
    <Table
      label={day}
      rows={acts}
      keyOf={({ uid, id, action }) => `${uid} ${id} ${action}`}
      columns={[
        {
          header: t('schedule.time'),
          cell: act => (
            <div className="stack gap-1">
              <span className="strong">{time.format(new Date(act.at))}</span>
              <span className="row wrap gap-1">
                <ActBadge act={act} />
              </span>
              <FailedReason act={act} />
            </div>
          ),
        },
        { header: t('schedule.entry'), cell: act => <EntryCell {...act} /> },
        { header: t('history.who'), cell: ({ by }) => by?.name ?? '–', wideOnly: true },
        { header: t('schedule.change'), hideHeader: true, align: 'end', cell: act => <ChangeButton act={act} /> },
      ]}
    />
  )
}

interface ActProps {
  readonly act: ScheduledEntry
}

/** For those who may publish entries of the type; which of them, the server decides. */
function ChangeButton({ act: { uid, id, title } }: ActProps): ReactNode {
  const { t } = useTexts()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const [isOpen, setOpen] = useState(false)
  const { data: schedule } = useQuery({ ...entryScheduleQuery(uid, id), enabled: isOpen })
  if (schema.types.find(type => type.uid === uid)?.rights.publish === false) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('schedule.change')}
        <span className="visually-hidden"> {title}</span>
      </Button>
      {isOpen && schedule !== undefined ? (
        <ScheduleDialog uid={uid} id={id} schedule={schedule} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
