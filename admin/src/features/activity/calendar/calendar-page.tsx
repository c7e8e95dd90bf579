/** Months with what is published and unpublished at set times. A phone shows a list of days. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { zoneName } from '../../../ui/inputs/date-text.ts'
import { Page, PageHeader } from '../../../ui/page/page.tsx'
import { useNarrow } from '../../../ui/page/use-narrow.ts'
import styles from './calendar.module.css'
import { addMonths, type CalendarSearch, firstDayOf, monthOf, readMonth, weeksOf } from './month.ts'
import { DayList, MonthGrid } from './month-grid.tsx'

export function CalendarPage(): ReactNode {
  const { t, dateLocale } = useTexts()
  const isNarrow = useNarrow()
  const search = useSearch({ strict: false }) as CalendarSearch
  const month = readMonth(search.month, new Date())
  const weeks = weeksOf(month, firstDayOf(dateLocale))
  const first = weeks[0]![0]!
  const end = new Date(weeks.at(-1)![6]!)
  end.setDate(end.getDate() + 1)
  const query = { from: first.toISOString(), to: end.toISOString() }
  const calendar = useQuery({
    queryKey: ['schedule', 'calendar', query],
    queryFn: ({ signal }) => call('GET /calendar', { query, signal }),
    placeholderData: keepPreviousData,
  })
  const title = new Intl.DateTimeFormat(dateLocale, { month: 'long', year: 'numeric' }).format(
    new Date(`${month}-15T12:00`),
  )
  return (
    <Page wide>
      <PageHeader title={t('releases.calendar')} subtitle={t('releases.calendarText')} />
      <nav className="row wrap gap-3 below-3" aria-label={t('releases.calendar')}>
        <h2 className={styles.month} aria-live="polite">
          {title}
        </h2>
        <MonthLink month={addMonths(month, -1)}>{t('releases.previous')}</MonthLink>
        <MonthLink month={monthOf(new Date())}>{t('releases.thisMonth')}</MonthLink>
        <MonthLink month={addMonths(month, 1)}>{t('releases.next')}</MonthLink>
      </nav>
      <Loaded query={calendar} lines={8}>
        {({ data, meta }) => (
          <div className="stack gap-3">
            {meta.more ? <Notice look="warning">{t('releases.more')}</Notice> : null}
            {isNarrow ? (
              <DayList events={data.filter(({ at }) => monthOf(new Date(at)) === month)} />
            ) : (
              <MonthGrid title={title} month={month} weeks={weeks} events={data} />
            )}
            {data.length === 0 ? <EmptyState icon="clock" title={t('releases.nothing')} /> : null}
            <p className="small soft">{t('form.timeZone', { zone: zoneName(null, dateLocale) })}</p>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function MonthLink({ month, children }: { readonly month: string; readonly children: ReactNode }): ReactNode {
  return (
    <Link to="/content-manager/calendar" search={{ month }}>
      {children}
    </Link>
  )
}
