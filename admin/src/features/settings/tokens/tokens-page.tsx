/** The API tokens: by which websites and apps read and write content. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TokenInfo } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { Listed } from '../shared/listed.tsx'
import { NameCell } from '../shared/name-cell.tsx'
import { NewButton } from '../shared/new-button.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery } from '../shared/settings-query.ts'
import { typeKey } from './token-types.ts'

export const tokensQuery = settingsQuery(['tokens'], options => call('GET /tokens', options))

export function TokensPage(): ReactNode {
  const { t, ago } = useTexts()
  const create = <NewButton to="/settings/api-tokens/create">{t('access.newToken')}</NewButton>
  return (
    <SettingsFrame place={SETTINGS_PLACES.tokens} actions={create}>
      <Listed
        label={t('shell.placeTokens')}
        query={useQuery(tokensQuery)}
        empty={t('access.noTokens')}
        emptyIcon="key"
        keyOf={({ id }) => id}
        columns={[
          { header: t('access.name'), cell: nameCell },
          { header: t('access.tokenType'), cell: ({ type }) => t(typeKey(type)) },
          {
            header: t('settings.lastUsed'),
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('access.never') : ago(lastUsedAt)),
            wideOnly: true,
          },
          { header: t('settings.expires'), cell: token => <Expiry token={token} /> },
        ]}
      />
    </SettingsFrame>
  )
}

function nameCell({ id, name, description }: TokenInfo): ReactNode {
  return (
    <NameCell text={description || null}>
      <Link to="/settings/api-tokens/$id" params={{ id: String(id) }}>
        {name}
      </Link>
    </NameCell>
  )
}

export function Expiry({ token: { expiresAt } }: { readonly token: TokenInfo }): ReactNode {
  const { t, date } = useTexts()
  if (expiresAt === null) return t('access.never')
  if (new Date(expiresAt).getTime() < Date.now()) return <Badge look="bad">{t('access.expired')}</Badge>
  return date(expiresAt)
}
