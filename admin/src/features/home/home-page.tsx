/** Where a day begins: unsaved work, what is here, and what to do next. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { useNoTypes } from '../../api/no-types.ts'
import { personName } from '../../api/person-name.ts'
import { schemaQuery, sessionQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { contentPlace } from '../../ui/page/content-place.ts'
import { Card, Page, PageHeader } from '../../ui/page/page.tsx'
import { OwnWidgets } from '../own/entry.ts'
import { Drafts } from './drafts.tsx'
import styles from './home-page.module.css'
import { NextSteps } from './next-steps.tsx'
import { RecentLists } from './recent.tsx'

export function HomePage(): ReactNode {
  const { t } = useTexts()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const types = schema.types.filter(type => type.visible)
  return (
    <Page>
      <PageHeader
        title={t('home.greeting', { name: session.administrator.firstname || personName(session.administrator) })}
        subtitle={<Found types={types} />}
      />
      <div className={styles.columns}>
        <NextSteps types={types} />
        <Drafts types={types} />
        <RecentLists types={types} />
        <Suspense>{session.panelModule === null ? null : <OwnWidgets />}</Suspense>
        <Card title={t('home.types')}>
          <TypeList types={types} />
        </Card>
      </div>
    </Page>
  )
}

/** - `8 collection types · 1 single type · about 240 entries`, without what there is none of */
function Found({ types }: { readonly types: readonly TypeInfo[] }): ReactNode {
  const { count } = useTexts()
  const collections = types.filter(({ kind }) => kind === 'collectionType')
  const known = collections.flatMap(({ rowEstimate }) => rowEstimate ?? [])
  const entries = known.length < collections.length ? 0 : known.reduce((sum, rows) => sum + rows, 0)
  const parts = [
    ['home.collections', collections.length],
    ['home.singles', types.length - collections.length],
    ['home.entries', entries],
  ] as const
  return parts.flatMap(([key, number]) => (number === 0 ? [] : count(key, number))).join(' · ')
}

function TypeList({ types }: { readonly types: readonly TypeInfo[] }): ReactNode {
  const { number, t } = useTexts()
  const noTypes = useNoTypes()
  if (types.length === 0) return <p className="small soft">{t(noTypes.text)}</p>
  return (
    <ul className={styles.types}>
      {types.map(({ uid, kind, displayName, rowEstimate }) => (
        <li key={uid}>
          <Link className={styles.type} {...contentPlace({ uid, kind })}>
            <span>{displayName}</span>
            {kind === 'singleType' || rowEstimate === null ? null : (
              <span className="small soft">{number(rowEstimate)}</span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
