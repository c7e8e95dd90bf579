/** The frame of a page about one entry that is not its form: the entry, and the way back to the form. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OpenEntry } from '../../../../../src/admin-api/content-api.ts'
import type { SchemaInfo, TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { call } from '../../../api/call.ts'
import { fieldLabel } from '../../../api/field-label.ts'
import { schemaQuery, viewsQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { Loaded } from '../../../ui/display/states.tsx'
import { contentPlace, localeSearch } from '../../../ui/page/content-place.ts'
import { Page } from '../../../ui/page/page.tsx'
import styles from '../entry-form.module.css'
import { NoSuchPage } from '../no-such-page.tsx'
import type { CompareScope } from './differences.ts'

export interface EntryAddress {
  readonly uid: string
  /** `single` for the entry of a single type. */
  readonly id: string
  readonly locale: string | undefined
}

export interface FramedEntry {
  readonly entry: OpenEntry
  readonly type: TypeInfo
  readonly schema: SchemaInfo
}

interface EntryFrameProps {
  readonly address: EntryAddress
  readonly children: (framed: FramedEntry) => ReactNode
}

export function EntryFrame({ address: { uid, id, locale }, children }: EntryFrameProps): ReactNode {
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const type = schema.types.find(other => other.uid === uid)
  const query = useQuery({
    queryKey: ['framed-entry', uid, id, locale],
    enabled: type !== undefined,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await call('GET /content/:uid/:id', {
          params: { uid, id },
          query: locale === undefined ? {} : { locale },
          signal,
        })
      ).data,
  })
  if (type === undefined) return <NoSuchPage />
  return (
    <Page>
      <Loaded query={query} isPage lines={8}>
        {entry => (
          <div className="stack gap-4">
            <BackLink entry={entry} type={type} />
            {children({ entry, type, schema })}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

type Subject = Pick<FramedEntry, 'entry' | 'type'>

function BackLink({ entry, type }: Subject): ReactNode {
  const { t } = useTexts()
  return (
    <Link className={styles.back!} {...formOf({ entry, type })}>
      <Icon name="arrowLeft" size={16} />
      {t('form.backToEntry')}
    </Link>
  )
}

/** Where the entry is written. */
export function formOf({ entry: { id, locale }, type }: Subject) {
  return contentPlace(type, id, type.kind === 'singleType' ? localeSearch(locale) : {})
}

/** What it takes to compare two versions of an entry. */
export function useCompareScope({ type, schema }: Pick<FramedEntry, 'type' | 'schema'>): CompareScope {
  const { data: views } = useSuspenseQuery(viewsQuery)
  const componentOf = (uid: string) => schema.components.find(other => other.uid === uid)
  return {
    attributes: type.attributes,
    components: uid => componentOf(uid)?.attributes ?? {},
    owner: type.uid,
    labelOf: (uid, name) => fieldLabel(name, views[uid]?.metadatas[name]?.edit.label),
    nameOf: uid => componentOf(uid)?.displayName ?? uid,
  }
}
