/** The webhooks: other servers that are told of changes. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { WebhookInfo } from '../../../../../src/admin-api/webhook-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { Listed } from '../shared/listed.tsx'
import { NameCell } from '../shared/name-cell.tsx'
import { NewButton } from '../shared/new-button.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery } from '../shared/settings-query.ts'
import { useMay } from '../shared/use-may.ts'

export const webhooksQuery = settingsQuery(['webhooks'], options => call('GET /webhooks', options))

export function WebhooksPage(): ReactNode {
  const { t } = useTexts()
  const may = useMay('admin::webhooks')
  const create = <NewButton to="/settings/webhooks/create">{t('webhooks.create')}</NewButton>
  return (
    <SettingsFrame place={SETTINGS_PLACES.webhooks} actions={may('create') ? create : undefined}>
      <Listed
        label={t('shell.placeWebhooks')}
        query={useQuery(webhooksQuery)}
        empty={t('webhooks.none')}
        emptyIcon="bolt"
        keyOf={({ id }) => id}
        columns={[
          { header: t('access.name'), cell: nameCell },
          { header: t('webhooks.events'), cell: ({ events }) => events.join(', '), wideOnly: true },
          {
            header: t('history.state'),
            cell: ({ enabled }) =>
              enabled ? <Badge look="good">{t('webhooks.on')}</Badge> : <Badge>{t('webhooks.off')}</Badge>,
          },
        ]}
      />
    </SettingsFrame>
  )
}

function nameCell({ id, name, url }: WebhookInfo): ReactNode {
  return (
    <NameCell text={url}>
      <Link to="/settings/webhooks/$id" params={{ id: String(id) }}>
        {name}
      </Link>
    </NameCell>
  )
}
