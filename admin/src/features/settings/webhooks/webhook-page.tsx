/** One webhook, or a new one: what it sends, a test, and what it has sent. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { WebhookInfo } from '../../../../../src/admin-api/webhook-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { AskButton } from '../../../ui/overlays/ask-button.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { RemoveButton } from '../shared/remove-button.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { useChanged } from '../shared/settings-query.ts'
import { ShownOnce } from '../shared/shown-once.tsx'
import { useMay } from '../shared/use-may.ts'
import { Deliveries } from './deliveries.tsx'
import { TestWebhook } from './test-webhook.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { webhooksQuery } from './webhooks-page.tsx'

const route = getRouteApi('/settings/webhooks/$id')

export function NewWebhookPage(): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const changed = useChanged()
  const [made, setMade] = useState<{ readonly id: number; readonly secret: string }>()
  return (
    <SettingsFrame place={SETTINGS_PLACES.webhooks} title={t('webhooks.create')}>
      <WebhookForm
        onSend={async body => {
          setMade((await call('POST /webhooks', { body })).data)
          await changed(null)
        }}
      />
      {made === undefined ? null : (
        <Secret
          secret={made.secret}
          onClose={() => navigate({ to: '/settings/webhooks/$id', params: { id: String(made.id) }, replace: true })}
        />
      )}
    </SettingsFrame>
  )
}

export function WebhookPage(): ReactNode {
  const { t } = useTexts()
  const { id } = route.useParams()
  const webhooks = useQuery(webhooksQuery)
  const webhook = webhooks.data?.find(known => String(known.id) === id)
  return (
    <SettingsFrame place={SETTINGS_PLACES.webhooks} title={webhook?.name ?? t('webhooks.webhook')}>
      <Loaded query={webhooks} lines={6}>
        {() =>
          webhook === undefined ? (
            <EmptyState icon="bolt" title={t('webhooks.noSuch')} />
          ) : (
            <Webhook key={webhook.id} webhook={webhook} />
          )
        }
      </Loaded>
    </SettingsFrame>
  )
}

function Webhook({ webhook }: { readonly webhook: WebhookInfo }): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const may = useMay('admin::webhooks')
  return (
    <div className="stack gap-4">
      <WebhookForm
        webhook={webhook}
        readOnly={!may('update')}
        actions={<Actions webhook={webhook} />}
        onSend={async body => {
          await call('PUT /webhooks/:id', { params: { id: webhook.id }, body })
          await changed(t('webhooks.saved'))
        }}
      />
      {may('update') ? <TestWebhook webhook={webhook} /> : null}
      <Deliveries webhook={webhook} mayRepeat={may('update')} />
    </div>
  )
}

function Actions({ webhook }: { readonly webhook: WebhookInfo }): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const may = useMay('admin::webhooks')
  const [secret, setSecret] = useState<string>()
  const params = { id: webhook.id }
  const rotate = async () => setSecret((await call('POST /webhooks/:id/secret', { params })).data.secret)
  return (
    <>
      <AskButton label={t('webhooks.newSecret')} onConfirm={rotate}>
        {t(webhook.signed ? 'webhooks.newSecretText' : 'webhooks.firstSecretText')}
      </AskButton>
      {may('delete') ? (
        <RemoveButton
          place={SETTINGS_PLACES.webhooks}
          title={t('webhooks.deleteTitle', { name: webhook.name })}
          onRemove={() => call('DELETE /webhooks/:id', { params })}
          done={t('webhooks.deleted')}
        >
          {t('webhooks.deleteText')}
        </RemoveButton>
      ) : null}
      {secret === undefined ? null : (
        <Secret
          secret={secret}
          onClose={() => {
            setSecret(undefined)
            void changed(null)
          }}
        />
      )}
    </>
  )
}

function Secret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }): ReactNode {
  const { t } = useTexts()
  return (
    <ShownOnce
      title={t('webhooks.secret')}
      label={t('webhooks.secret')}
      secret={secret}
      note={t('webhooks.secretNote')}
      onClose={onClose}
    />
  )
}
