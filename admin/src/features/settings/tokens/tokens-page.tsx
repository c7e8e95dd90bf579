/** The API tokens: by which websites and apps read and write content. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TokenInfo } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { Listed } from '../shared/listed.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery } from '../shared/settings-query.ts'
import { typeKey } from './token-types.ts'

export const tokensQuery = settingsQuery(['tokens'], options => call('GET /tokens', options))

export function TokensPage(): ReactNode {
  const { t, ago } = useTexts()
  const navigate = useNavigate()
  const create = (
    <Button look="primary" icon="add" onClick={() => navigate({ to: '/settings/api-tokens/create' })}>
      {t('access.newToken')}
    </Button>
  )
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
    <div className="stack gap-1 breaks">
      <Link to="/settings/api-tokens/$id" params={{ id: String(id) }}>
        {name}
      </Link>
      {description === '' || description === null ? null : <span className="small soft">{description}</span>}
    </div>
  )
}

export function Expiry({ token: { expiresAt } }: { readonly token: TokenInfo }): ReactNode {
  const { t, date } = useTexts()
  if (expiresAt === null) return t('access.never')
  if (new Date(expiresAt).getTime() < Date.now()) return <Badge look="bad">{t('access.expired')}</Badge>
  return date(expiresAt)
}
