/** What was edited and published last, the person's own drafts, and what waits to be translated. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RecentEntry, UntranslatedEntry } from '../../../../src/admin-api/draft-api.ts'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { call } from '../../api/call.ts'
import { localesQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Loaded } from '../../ui/display/states.tsx'
import { contentPlace, localeSearch } from '../../ui/page/content-place.ts'
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
  ['untranslated', 'home.untranslated', 'home.nothingUntranslated'],
] as const

export function RecentLists({ types }: { readonly types: readonly TypeInfo[] }): ReactNode {
  const { t } = useTexts()
  const recent = useQuery(recentQuery)
  const isTranslated = types.some(({ localized }) => localized)
  return LISTS.filter(([name]) => name !== 'untranslated' || isTranslated).map(([name, title, nothing]) => (
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
  readonly entries: readonly (RecentEntry | UntranslatedEntry)[]
  readonly types: readonly TypeInfo[]
}

function EntryLinks({ label, nothing, entries, types }: EntryLinksProps): ReactNode {
  const { ago } = useTexts()
  if (entries.length === 0) return <p className="small soft">{nothing}</p>
  return (
    <ul className={styles.types} aria-label={label}>
      {entries.map(entry => {
        const { uid, id, title, locale, at } = entry
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
            {'missing' in entry ? <Translations entry={entry} type={type} /> : null}
          </li>
        )
      })}
    </ul>
  )
}

/** A way to each translation that is missing. */
function Translations({ entry, type }: { readonly entry: UntranslatedEntry; readonly type: TypeInfo }): ReactNode {
  const { t } = useTexts()
  const { data: known } = useQuery(localesQuery)
  const nameOf = (code: string) => known?.find(locale => locale.code === code)?.name ?? code
  return (
    <span className={styles.translations}>
      {entry.missing.map(code => (
        <Link key={code} className="small" {...translationPlace(type, entry.id, code)}>
          {t('home.translate', { name: nameOf(code) })}
        </Link>
      ))}
    </span>
  )
}

function translationPlace(type: TypeInfo, id: number, locale: string) {
  return type.kind === 'singleType'
    ? contentPlace(type, undefined, localeSearch(locale))
    : contentPlace(type, 'create', localeSearch(locale, id))
}
