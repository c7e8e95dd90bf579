import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DraftInfo } from '../../../../src/admin-api/draft-api.ts'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { contentPlace } from '../../ui/page/content-place.ts'
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
  const drafts = useQuery(draftsQuery)
  return (
    <Card title={t('home.drafts')}>
      <Loaded query={drafts} lines={2} small>
        {data => <DraftList drafts={data.filter(({ uid }) => types.some(type => type.uid === uid))} types={types} />}
      </Loaded>
    </Card>
  )
}

interface DraftListProps {
  readonly drafts: readonly DraftInfo[]
  readonly types: readonly TypeInfo[]
}

function DraftList({ drafts, types }: DraftListProps): ReactNode {
  const { t } = useTexts()
  if (drafts.length === 0) return <p className="small soft">{t('home.noDrafts')}</p>
  return (
    <ul className={styles.types}>
      {drafts.slice(0, SHOWN).map(draft => (
        <DraftItem key={`${draft.uid} ${draft.id}`} draft={draft} type={types.find(({ uid }) => uid === draft.uid)!} />
      ))}
    </ul>
  )
}

function DraftItem({ draft, type }: { readonly draft: DraftInfo; readonly type: TypeInfo }): ReactNode {
  const { ago } = useTexts()
  const { id, title, savedAt } = draft
  const place = id.startsWith('new-') ? contentPlace(type, 'create', { draft: id }) : contentPlace(type, id)
  return (
    <li>
      <Link className={styles.type} {...place}>
        <span>
          {title ?? type.displayName} <span className="small soft">{type.displayName}</span>
        </span>
        <span className="small soft">{ago(savedAt)}</span>
      </Link>
    </li>
  )
}
