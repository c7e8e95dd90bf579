/** The named queries of the project. Those of files are shown; those of the panel can be changed. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { NamedQueryInfo } from '../../../../../src/admin-api/named-query-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { Listed } from '../shared/listed.tsx'
import { NewButton } from '../shared/new-button.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery } from '../shared/settings-query.ts'

export const namedQueriesQuery = settingsQuery(['queries'], options => call('GET /queries', options))

export function QueriesPage(): ReactNode {
  const { t } = useTexts()
  const create = <NewButton to="/settings/new-query">{t('settings.newQuery')}</NewButton>
  return (
    <SettingsFrame place={SETTINGS_PLACES.queries} actions={create}>
      <Listed
        label={t('shell.placeQueries')}
        query={useQuery(namedQueriesQuery)}
        empty={t('settings.noQueries')}
        emptyIcon="search"
        keyOf={({ name }) => name}
        columns={[
          { header: t('settings.queryName'), cell: nameCell },
          { header: t('settings.queryType'), cell: ({ type }) => <code>{type ?? '–'}</code>, wideOnly: true },
          { header: t('settings.querySource'), cell: query => <Source query={query} /> },
        ]}
      />
    </SettingsFrame>
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
