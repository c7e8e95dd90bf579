/** The days of a month, as a table of weeks or as a list. */
import type { ReactNode } from 'react'
import type { CalendarEvent } from '../../../../../src/admin-api/release-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import styles from './calendar.module.css'
import { EventLink } from './event-link.tsx'
import { dayOf, monthOf } from './month.ts'

export interface MonthGridProps {
  readonly title: string
  readonly month: string
  readonly weeks: readonly (readonly Date[])[]
  readonly events: readonly CalendarEvent[]
}

export function MonthGrid({ title, month, weeks, events }: MonthGridProps): ReactNode {
  const { dateLocale } = useTexts()
  const long = new Intl.DateTimeFormat(dateLocale, { weekday: 'long' })
  const short = new Intl.DateTimeFormat(dateLocale, { weekday: 'short' })
  const today = dayOf(new Date())
  return (
    <table className={styles.grid} aria-label={title}>
      <thead>
        <tr>
          {weeks[0]!.map(day => (
            <th key={day.getDay()} scope="col" abbr={long.format(day)}>
              {short.format(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={dayOf(week[0]!)}>
            {week.map(day => (
              <td
                key={dayOf(day)}
                data-other={monthOf(day) === month ? undefined : true}
                aria-current={dayOf(day) === today ? 'date' : undefined}
              >
                <time dateTime={dayOf(day)} className={styles.day}>
                  {day.getDate()}
                </time>
                <Events events={events.filter(({ at }) => dayOf(new Date(at)) === dayOf(day))} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface EventsProps {
  readonly events: readonly CalendarEvent[]
}

export function DayList({ events }: EventsProps): ReactNode {
  const { dateLocale } = useTexts()
  const format = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'full' })
  const days = [...new Set(events.map(({ at }) => dayOf(new Date(at))))]
  return (
    <div className="stack gap-4">
      {days.map(day => (
        <div key={day}>
          <h3 className="heavy below-2">{format.format(new Date(`${day}T12:00`))}</h3>
          <Events events={events.filter(({ at }) => dayOf(new Date(at)) === day)} />
        </div>
      ))}
    </div>
  )
}

function Events({ events }: EventsProps): ReactNode {
  if (events.length === 0) return null
  return (
    <ul className="stack gap-1">
      {events.map(event => (
        <li key={`${event.kind} ${event.kind === 'entry' ? `${event.uid} ${event.action}` : ''} ${event.id}`}>
          <EventLink event={event} />
        </li>
      ))}
    </ul>
  )
}
