import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DraftInfo } from '../../../../src/admin-api/draft-api.ts'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { ErrorState, Skeleton } from '../../ui/display/states.tsx'
import { Card } from '../../ui/page/page.tsx'
import styles from './home-page.module.css'

const SHOWN = 5

const draftsQuery = queryOptions({
  queryKey: ['drafts'],
  queryFn: async ({ signal }) => (await call('GET /drafts', { signal })).data,
})

/** What the person has written and not saved yet. */
export function Drafts({ types }: { readonly types: readonly TypeInfo[] }): ReactNode {
  const { t } = useTexts()
  const { data, error, refetch } = useQuery(draftsQuery)
  const known = data?.filter(({ uid }) => types.some(type => type.uid === uid)).slice(0, SHOWN)
  return (
    <Card title={t('home.drafts')}>
      {error === null ? null : (
        <ErrorState
          small
          title={t('common.loadFailed')}
          error={error}
          retryLabel={t('common.retry')}
          onRetry={refetch}
        />
      )}
      {known === undefined && error === null ? <Skeleton label={t('common.loading')} lines={2} /> : null}
      {known?.length === 0 ? <p className={styles.soft}>{t('home.noDrafts')}</p> : null}
      <ul className={styles.types}>
        {known?.map(draft => (
          <DraftItem
            key={`${draft.uid} ${draft.id}`}
            draft={draft}
            type={types.find(({ uid }) => uid === draft.uid)!}
          />
        ))}
      </ul>
    </Card>
  )
}

function DraftItem({ draft, type }: { readonly draft: DraftInfo; readonly type: TypeInfo }): ReactNode {
  const { ago } = useTexts()
  const { uid, id, title, savedAt } = draft
  const content = (
    <>
      <span>
        {title ?? type.displayName} <span className={styles.soft}>{type.displayName}</span>
      </span>
      <span className={styles.soft}>{ago(savedAt)}</span>
    </>
  )
  if (type.kind === 'singleType')
    return (
      <li>
        <Link className={styles.type} to="/content-manager/single-types/$uid" params={{ uid }}>
          {content}
        </Link>
      </li>
    )
  return (
    <li>
      {id.startsWith('new-') ? (
        <Link
          className={styles.type}
          to="/content-manager/collection-types/$uid/create"
          params={{ uid }}
          search={{ draft: id }}
        >
          {content}
        </Link>
      ) : (
        <Link className={styles.type} to="/content-manager/collection-types/$uid/$id" params={{ uid, id }}>
          {content}
        </Link>
      )}
    </li>
  )
}
