/** One token, or a new one. Its secret is shown once: when it is made, and when it is made again. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { TokenInfo } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { AskButton } from '../../../ui/overlays/ask-button.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { RemoveButton } from '../shared/remove-button.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { useChanged } from '../shared/settings-query.ts'
import { TokenForm } from './token-form.tsx'
import { type NewToken, TokenSecret } from './token-secret.tsx'
import { Expiry, tokensQuery } from './tokens-page.tsx'

const route = getRouteApi('/settings/api-tokens/$id')

export function NewTokenPage(): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const changed = useChanged()
  const [made, setMade] = useState<NewToken>()
  return (
    <SettingsFrame place={SETTINGS_PLACES.tokens} title={t('access.newToken')}>
      <TokenForm
        onSend={async (input, lifespanDays) => {
          const { data } = await call('POST /tokens', { body: { ...input, lifespanDays } })
          setMade(data)
          await changed(null)
        }}
      />
      {made === undefined ? null : (
        <TokenSecret
          token={made}
          onClose={() => navigate({ to: '/settings/api-tokens/$id', params: { id: String(made.id) }, replace: true })}
        />
      )}
    </SettingsFrame>
  )
}

export function TokenPage(): ReactNode {
  const { t } = useTexts()
  const { id } = route.useParams()
  const tokens = useQuery(tokensQuery)
  const token = tokens.data?.find(known => String(known.id) === id)
  return (
    <SettingsFrame place={SETTINGS_PLACES.tokens} title={token?.name ?? t('access.token')}>
      <Loaded query={tokens} lines={6}>
        {() =>
          token === undefined ? (
            <EmptyState icon="key" title={t('access.noSuchToken')} />
          ) : (
            <Token key={token.id} token={token} />
          )
        }
      </Loaded>
    </SettingsFrame>
  )
}

function Token({ token }: { readonly token: TokenInfo }): ReactNode {
  const { t, ago, date } = useTexts()
  const changed = useChanged()
  const { createdAt, lastUsedAt } = token
  return (
    <div className="stack gap-4">
      <Card>
        <Facts
          facts={[
            [t('access.created'), createdAt === null ? '–' : date(createdAt)],
            [t('settings.lastUsed'), lastUsedAt === null ? t('access.never') : ago(lastUsedAt)],
            [t('settings.expires'), <Expiry key="expiry" token={token} />],
          ]}
        />
      </Card>
      <TokenForm
        token={token}
        actions={<TokenActions token={token} />}
        onSend={async input => {
          await call('PUT /tokens/:id', { params: { id: token.id }, body: input })
          await changed(t('access.tokenSaved'))
        }}
      />
    </div>
  )
}

function TokenActions({ token }: { readonly token: TokenInfo }): ReactNode {
  const { t } = useTexts()
  const [made, setMade] = useState<NewToken>()
  const params = { id: token.id }
  const regenerate = async () => setMade((await call('POST /tokens/:id/regenerate', { params })).data)
  return (
    <>
      <AskButton
        label={t('access.regenerate')}
        title={t('access.regenerateTitle', { name: token.name })}
        onConfirm={regenerate}
      >
        {t('access.regenerateText')}
      </AskButton>
      <RemoveButton
        place={SETTINGS_PLACES.tokens}
        label={t('access.revoke')}
        title={t('access.revokeTitle', { name: token.name })}
        onRemove={() => call('DELETE /tokens/:id', { params })}
        done={t('access.tokenRevoked')}
      >
        {t('access.revokeText')}
      </RemoveButton>
      {made === undefined ? null : <TokenSecret token={made} onClose={() => setMade(undefined)} />}
    </>
  )
}
