/** The named queries of the project. Those of files are shown; those of the panel can be changed. */
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { NamedQueryInfo } from '../../../../src/admin-api/named-query-api.ts'
import { call } from '../../api/call.ts'
import { sessionQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { EmptyState, Loaded } from '../../ui/display/states.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Card, Page, PageHeader } from '../../ui/page/page.tsx'

export const namedQueriesQuery = queryOptions({
  queryKey: ['named-queries'],
  queryFn: async ({ signal }) => (await call('GET /queries', { signal })).data,
})

export function QueriesPage(): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { superAdmin } = useSuspenseQuery(sessionQuery).data.rights
  const create = (
    <Button look="primary" icon="add" onClick={() => navigate({ to: '/settings/new-query' })}>
      {t('settings.newQuery')}
    </Button>
  )
  return (
    <Page>
      <PageHeader
        title={t('settings.queries')}
        subtitle={t('settings.queriesText')}
        back={<Link to="/settings">{t('shell.settings')}</Link>}
        actions={superAdmin ? create : undefined}
      />
      {superAdmin ? <Queries /> : <Notice>{t('settings.superAdminOnly')}</Notice>}
    </Page>
  )
}

function Queries(): ReactNode {
  const { t } = useTexts()
  const queries = useQuery(namedQueriesQuery)
  return (
    <Loaded query={queries}>
      {data =>
        data.length === 0 ? (
          <EmptyState icon="search" title={t('settings.noQueries')} />
        ) : (
          <Card>
            <Table
              label={t('settings.queries')}
              rows={data}
              keyOf={({ name }) => name}
              columns={[
                { header: t('settings.queryName'), cell: nameCell },
                { header: t('settings.queryType'), cell: ({ type }) => <code>{type ?? '–'}</code>, wideOnly: true },
                { header: t('settings.querySource'), cell: query => <Source query={query} /> },
              ]}
            />
          </Card>
        )
      }
    </Loaded>
  )
}

function nameCell({ name, definition }: NamedQueryInfo): ReactNode {
  const { description } = definition
  return (
    <div className="stack gap-1">
      <Link to="/settings/queries/$name" params={{ name }}>
        {name}
      </Link>
      {typeof description === 'string' ? <span className="soft">{description}</span> : null}
    </div>
  )
}

export function Source({ query }: { readonly query: NamedQueryInfo }): ReactNode {
  const { t } = useTexts()
  return (
    <div className="row wrap gap-2">
      <Badge>{query.source === 'file' ? t('settings.sourceFile') : t('settings.sourcePanel')}</Badge>
      {query.problem === null ? null : <Badge look="bad">{t('settings.broken')}</Badge>}
    </div>
  )
}
