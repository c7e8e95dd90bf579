/** Who has changed what and when, searched by type, action, person and time. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Activity } from '../../../../src/admin-api/history-api.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { EmptyState, Loaded } from '../../ui/display/states.tsx'
import { MoreButton } from '../../ui/lists/more-button.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { Page, PageHeader } from '../../ui/page/page.tsx'
import { type ActivitySearch, activityQueryOf, parseActivitySearch } from './activity-search.ts'
import { ActivityTools } from './activity-tools.tsx'
import { authorText } from './author-text.ts'
import { EntryCell } from './entry-cell.tsx'

const route = getRouteApi('/activity')

export function ActivityPage(): ReactNode {
  const { t } = useTexts()
  const search = parseActivitySearch({ ...route.useSearch() })
  const navigate = route.useNavigate()
  const change = (given: ActivitySearch) =>
    void navigate({ search: old => parseActivitySearch({ ...old, ...given }), replace: true })
  const activity = useInfiniteQuery({
    queryKey: ['activity', search],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...activityQueryOf(search), ...(pageParam && { before: pageParam }) }
      return call('GET /activity', { query, signal })
    },
    initialPageParam: 0,
    getNextPageParam: ({ data, meta }) => (meta.more ? data.at(-1)!.id : undefined),
  })
  return (
    <Page>
      <PageHeader title={t('history.activity')} subtitle={t('history.activityText')} />
      <ActivityTools search={search} onChange={change} />
      <Loaded query={activity} lines={8}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data)
          return rows.length === 0 ? (
            <EmptyState icon="history" title={t('history.noActivity')} />
          ) : (
            <ActivityTable rows={rows} onChange={change} />
          )
        }}
      </Loaded>
      <MoreButton list={activity} label={t('history.more')} />
    </Page>
  )
}

interface ActivityTableProps {
  readonly rows: readonly Activity[]
  readonly onChange: (change: ActivitySearch) => void
}

function ActivityTable({ rows, onChange }: ActivityTableProps): ReactNode {
  const { t, date, ago } = useTexts()
  return (
    <Table
      label={t('history.activity')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          header: t('history.who'),
          cell: row => (
            <div className="stack gap-1">
              <Author row={row} onChange={onChange} />
              <span className="small soft" title={date(row.at)}>
                {ago(row.at)}
              </span>
            </div>
          ),
        },
        {
          header: t('history.action'),
          cell: ({ action }) => <Badge look={LOOKS[action]}>{t(ACTIONS[action])}</Badge>,
        },
        {
          header: t('schedule.entry'),
          cell: ({ type, entry, title, locale, action }) => (
            <EntryCell uid={type} id={entry} title={title} locale={locale} isGone={action === 'delete'} />
          ),
        },
      ]}
    />
  )
}

/** A click shows what else they have done. */
function Author({ row: { by }, onChange }: Pick<ActivityTableProps, 'onChange'> & { readonly row: Activity }) {
  const { t } = useTexts()
  if (by === null) return <span>–</span>
  return (
    <button
      type="button"
      className="bare leaf underlines pad-0 start"
      onClick={() => onChange({ by: `${by.kind}:${by.id}` })}
    >
      {authorText(by, t)}
    </button>
  )
}

const ACTIONS = {
  create: 'history.action_create',
  update: 'history.action_update',
  delete: 'history.action_delete',
  publish: 'history.action_publish',
  unpublish: 'history.action_unpublish',
  move: 'history.action_move',
} as const

const LOOKS = {
  create: 'good',
  update: 'changed',
  delete: 'bad',
  publish: 'good',
  unpublish: 'waiting',
  move: 'neutral',
} as const

/** At the address that Strapi gives its audit logs. */
export function AuditLogs(): ReactNode {
  return <Navigate to="/activity" replace />
}
