/** The third parties with which end users sign in. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ProviderInfo } from '../../../../../src/admin-api/provider-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { Listed } from '../shared/listed.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery } from '../shared/settings-query.ts'
import { useMay } from '../shared/use-may.ts'
import { ProviderDialog } from './provider-dialog.tsx'
import { TriedProvider } from './tried-provider.tsx'

const route = getRouteApi('/settings/users-permissions/providers')
const providersQuery = settingsQuery(['providers'], options => call('GET /providers', options))

export function ProvidersPage(): ReactNode {
  const { t } = useTexts()
  const { tried } = route.useSearch()
  const mayChange = useMay('plugin::users-permissions.providers')('update')
  const [open, setOpen] = useState<ProviderInfo>()
  return (
    <SettingsFrame place={SETTINGS_PLACES.providers}>
      {tried === undefined || !mayChange ? null : <TriedProvider tried={tried} />}
      <Listed
        label={t('shell.placeProviders')}
        query={useQuery(providersQuery)}
        empty={t('access.noProviders')}
        emptyIcon="globe"
        keyOf={({ name }) => name}
        columns={[
          {
            header: t('access.name'),
            cell: provider => <Name provider={provider} {...(mayChange ? { onOpen: setOpen } : {})} />,
          },
          { header: t('access.providerKey'), cell: ({ key }) => key || '–', wideOnly: true },
          { header: t('history.state'), cell: provider => <State provider={provider} /> },
        ]}
      />
      {open === undefined ? null : <ProviderDialog provider={open} onClose={() => setOpen(undefined)} />}
    </SettingsFrame>
  )
}

interface NameProps {
  readonly provider: ProviderInfo
  readonly onOpen?: (provider: ProviderInfo) => void
}

function Name({ provider, onOpen }: NameProps): ReactNode {
  if (onOpen === undefined) return <span className="breaks">{provider.name}</span>
  return (
    <button type="button" className="bare leaf underlines pad-0 breaks" onClick={() => onOpen(provider)}>
      {provider.name}
    </button>
  )
}

function State({ provider: { available, enabled } }: { readonly provider: ProviderInfo }): ReactNode {
  const { t } = useTexts()
  if (!available) return <Badge look="waiting">{t('access.providerUnavailable')}</Badge>
  return enabled ? <Badge look="good">{t('webhooks.on')}</Badge> : <Badge>{t('webhooks.off')}</Badge>
}
