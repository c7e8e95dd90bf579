/** One thing that is planned or done: its time, what it is, and the way to it. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CalendarEvent } from '../../../../../src/admin-api/release-api.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { contentPlace, localeSearch } from '../../../ui/page/content-place.ts'
import styles from './calendar.module.css'

const WORDS = {
  publish: 'schedule.publishes',
  unpublish: 'schedule.unpublishes',
  release: 'releases.release',
} as const

const STATES = { waiting: 'schedule.waiting', failed: 'schedule.failed', done: 'releases.done' } as const

export function EventLink({ event }: { readonly event: CalendarEvent }): ReactNode {
  const { t, dateLocale } = useTexts()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const time = new Intl.DateTimeFormat(dateLocale, { timeStyle: 'short' }).format(new Date(event.at))
  const what = event.kind === 'release' ? 'release' : event.action
  const words = (
    <>
      <span className="small soft">
        {time} · {t(WORDS[what])}
        {event.state === 'waiting' ? null : ` · ${t(STATES[event.state])}`}
      </span>
      <span>{event.kind === 'release' ? event.name : event.title}</span>
    </>
  )
  const look = { className: styles.event!, 'data-what': what, 'data-state': event.state }
  if (event.kind === 'release')
    return (
      <Link {...look} to="/content-manager/releases/$id" params={{ id: event.id }}>
        {words}
      </Link>
    )
  const type = schema.types.find(({ uid, visible }) => uid === event.uid && visible)
  if (type === undefined) return <span {...look}>{words}</span>
  const place = contentPlace(type, event.id, type.kind === 'singleType' ? localeSearch(event.locale) : {})
  return (
    <Link {...look} {...place}>
      {words}
    </Link>
  )
}
