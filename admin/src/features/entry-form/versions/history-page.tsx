/** The versions of an entry: what each changed, how it differs from now, and a way back to all of it or to one field. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { PageHeader } from '../../../ui/page/page.tsx'
import { EntryFrame, type FramedEntry } from './entry-frame.tsx'
import styles from './history-page.module.css'
import { VersionChanges } from './version-changes.tsx'
import { VersionList } from './version-list.tsx'

const collectionRoute = getRouteApi('/content-manager/collection-types/$uid/$id/history')
const singleRoute = getRouteApi('/content-manager/single-types/$uid/history')

/** What the address says beside the entry. */
export interface HistorySearch {
  /** A number, or `current`. */
  readonly version?: string
  /** The version before it instead of what is stored now. */
  readonly with?: 'before'
  readonly plugins?: { readonly i18n?: { readonly locale?: string } }
}

export function HistoryPage(): ReactNode {
  const { uid, id } = collectionRoute.useParams()
  const search = collectionRoute.useSearch() as HistorySearch
  return (
    <EntryFrame address={{ uid, id, locale: undefined }}>
      {framed => <History framed={framed} search={search} />}
    </EntryFrame>
  )
}

export function SingleHistoryPage(): ReactNode {
  const { uid } = singleRoute.useParams()
  const search = singleRoute.useSearch() as HistorySearch
  return (
    <EntryFrame address={{ uid, id: 'single', locale: search.plugins?.i18n?.locale }}>
      {framed => <History framed={framed} search={search} />}
    </EntryFrame>
  )
}

interface HistoryProps {
  readonly framed: FramedEntry
  readonly search: HistorySearch
}

function History({ framed, search }: HistoryProps): ReactNode {
  const { t, count } = useTexts()
  const { entry, type } = framed
  const params = { uid: type.uid, id: entry.id }
  const versions = useQuery({
    queryKey: ['versions', type.uid, entry.id, entry.version],
    queryFn: async ({ signal }) => (await call('GET /content/:uid/:id/versions', { params, signal })).data,
  })
  const known = versions.data ?? []
  const chosen = known.find(({ version }) => String(version) === search.version) ?? known[1]
  return (
    <>
      <PageHeader
        title={t('history.title', { title: entry.title })}
        subtitle={known.length > 1 ? count('history.versionCount', known.length) : undefined}
      />
      <Loaded query={versions} lines={6}>
        {all =>
          chosen === undefined ? (
            <EmptyState icon="history" title={t('history.noVersions')}>
              {t('history.noVersionsText')}
            </EmptyState>
          ) : (
            <div className={styles.layout}>
              <VersionList versions={all} chosen={String(chosen.version)} />
              <VersionChanges
                key={chosen.version}
                framed={framed}
                versions={all}
                chosen={chosen}
                withBefore={search.with === 'before'}
              />
            </div>
          )
        }
      </Loaded>
    </>
  )
}
