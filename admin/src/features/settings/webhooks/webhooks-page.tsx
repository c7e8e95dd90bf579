/** The webhooks: other servers that are told of changes. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { WebhookInfo } from '../../../../../src/admin-api/webhook-api.ts'
import { call } from '../../../api/call.ts'
import { sessionQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { Listed } from '../shared/listed.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery } from '../shared/settings-query.ts'

export const webhooksQuery = settingsQuery(['webhooks'], options => call('GET /webhooks', options))

export function WebhooksPage(): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const may = useMayWebhooks()
  const create = (
    <Button look="primary" icon="add" onClick={() => navigate({ to: '/settings/webhooks/create' })}>
      {t('webhooks.create')}
    </Button>
  )
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
    <div className="stack gap-1 breaks">
      <Link to="/settings/webhooks/$id" params={{ id: String(id) }}>
        {name}
      </Link>
      <span className="small soft">{url}</span>
    </div>
  )
}

/** As Strapi's permissions say. */
export function useMayWebhooks(): (action: 'create' | 'update' | 'delete') => boolean {
  const { superAdmin, actions } = useSuspenseQuery(sessionQuery).data.rights
  return action => superAdmin || actions.includes(`admin::webhooks.${action}`)
}
