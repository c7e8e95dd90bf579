/** The entries of a collection type: find, sort, choose, and act on them. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { schemaQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { EmptyState, Skeleton } from '../../ui/display/states.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Selectable } from '../../ui/lists/selectable.tsx'
import { Page, PageHeader } from '../../ui/page/page.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { CreateLink } from './create-link.tsx'
import { FilterChips } from './filters/filter-chips.tsx'
import { savedViewsQuery, viewQuery } from './list-queries.ts'
import { entriesOf } from './list-request.ts'
import { ListTools } from './list-tools.tsx'
import { Rows } from './rows/rows.tsx'
import { type List, useList } from './use-list.ts'
import { useSelection } from './use-selection.ts'
import { ViewTabs } from './views/view-tabs.tsx'

const route = getRouteApi('/content-manager/collection-types/$uid')

export function ListPage(): ReactNode {
  const { t } = useTexts()
  const { uid } = route.useParams()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const type = schema.types.find(other => other.uid === uid)
  if (type !== undefined && type.rights.read !== false) return <TypeList key={uid} type={type} />
  return (
    <Page>
      <PageHeader title={t('shell.contentManager')} />
      <EmptyState title={t('list.noType')} icon="lock">
        {t('list.noTypeText', { uid })}
      </EmptyState>
    </Page>
  )
}

function TypeList({ type }: { readonly type: TypeInfo }): ReactNode {
  const list = useList(type)
  const isReady = useParts(type)
  const selection = useSelection(JSON.stringify(entriesOf(list.search)))
  return (
    <Page wide>
      <PageHeader title={type.displayName} subtitle={<Found list={list} />} actions={<CreateLink list={list} />} />
      {isReady ? (
        <>
          <ViewTabs list={list} />
          <ListTools list={list} />
          <FilterChips list={list} />
          <Selectable bar={<BulkBar list={list} selection={selection} />}>
            <Rows list={list} selection={selection} />
            <Pages list={list} />
          </Selectable>
        </>
      ) : (
        <Skeleton lines={10} />
      )}
    </Page>
  )
}

/** Whether it is known what stands above the rows, and which columns they have: a list that is drawn in parts jumps. */
function useParts({ uid }: TypeInfo): boolean {
  const parts = [useQuery(viewQuery(uid)), useQuery(savedViewsQuery(uid))]
  return parts.every(({ isPending, failureCount }) => !isPending || failureCount > 0)
}

/** - `12 entries found`; `more than 10,000 entries found` where counting would take longer than reading. */
function Found({ list: { answer, error } }: { readonly list: List }): ReactNode {
  const { count, t } = useTexts()
  if (answer === undefined) return <span role="status">{error === null ? t('common.loading') : ''}</span>
  const { total } = answer.meta.pagination
  const key = answer.meta.count === 'estimate' ? 'list.foundMore' : 'list.found'
  return <span role="status">{count(key, total)}</span>
}

const SIZES = [10, 25, 50, 100]

function Pages({ list: { answer, change, prefetch } }: { readonly list: List }): ReactNode {
  if (answer === undefined || answer.meta.pagination.total === 0) return null
  const { pagination, count } = answer.meta
  return (
    <Pager pagination={pagination} sizes={SIZES} open={count === 'estimate'} onChange={change} onIntent={prefetch} />
  )
}
