/** What was edited and published last, and the person's own drafts. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RecentEntry } from '../../../../src/admin-api/draft-api.ts'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { contentPlace } from '../../ui/page/content-place.ts'
import { Card } from '../../ui/page/page.tsx'
import styles from './home-page.module.css'

const recentQuery = queryOptions({
  queryKey: ['recent'],
  queryFn: async ({ signal }) => (await call('GET /recent', { signal })).data,
  // Whoever returns to this page wants to see what was just done.
  refetchOnMount: 'always',
})

const LISTS = [
  ['edited', 'home.edited', 'home.nothingEdited'],
  ['published', 'home.published', 'home.nothingPublished'],
  ['mine', 'home.mine', 'home.nothingMine'],
] as const

export function RecentLists({ types }: { readonly types: readonly TypeInfo[] }): ReactNode {
  const { t } = useTexts()
  const recent = useQuery(recentQuery)
  return LISTS.map(([name, title, nothing]) => (
    <Card key={name} title={t(title)}>
      <Loaded query={recent} lines={2} small>
        {data => (
          <EntryLinks
            label={t(title)}
            nothing={t(nothing)}
            entries={data[name].filter(({ uid }) => types.some(type => type.uid === uid))}
            types={types}
          />
        )}
      </Loaded>
    </Card>
  ))
}

interface EntryLinksProps {
  readonly label: string
  /** Said if there are none. */
  readonly nothing: string
  readonly entries: readonly RecentEntry[]
  readonly types: readonly TypeInfo[]
}

function EntryLinks({ label, nothing, entries, types }: EntryLinksProps): ReactNode {
  const { ago } = useTexts()
  if (entries.length === 0) return <p className="small soft">{nothing}</p>
  return (
    <ul className={styles.types} aria-label={label}>
      {entries.map(({ uid, id, title, locale, at }) => {
        const type = types.find(other => other.uid === uid)!
        return (
          <li key={`${uid} ${id}`}>
            <Link className={styles.type} {...contentPlace(type, String(id))}>
              <span className="shrinks breaks">
                {title || type.displayName}{' '}
                <span className="small soft">
                  {type.displayName}
                  {locale === null ? '' : ` · ${locale}`}
                </span>
              </span>
              <span className="small soft">{ago(at)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
