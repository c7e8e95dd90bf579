/** Where a webhook sends what. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { WebhookInfo, WebhookInput } from '../../../../../src/admin-api/webhook-api.ts'
import { schemaQuery } from '../../../api/queries.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { Choices } from '../../../ui/inputs/choices.tsx'
import { NameField } from '../../../ui/inputs/name-field.tsx'
import { TextArea } from '../../../ui/inputs/text-area/text-area.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { SettingsFields, SettingsForm } from '../../../ui/page/settings-form.tsx'
import { headerLines, headersOf } from './header-lines.ts'

/** As Strapi names them. */
const EVENTS = [
  ...['entry.create', 'entry.update', 'entry.delete', 'entry.publish', 'entry.unpublish'],
  ...['media.create', 'media.update', 'media.delete'],
]

export interface WebhookFormProps {
  /** Absent: a new one. */
  readonly webhook?: WebhookInfo
  readonly readOnly?: boolean
  readonly actions?: ReactNode
  readonly onSend: (input: WebhookInput) => Promise<void>
}

export function WebhookForm({ webhook, readOnly = false, actions, onSend }: WebhookFormProps): ReactNode {
  const { t } = useTexts()
  const { types } = useSuspenseQuery(schemaQuery).data
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? [])
  const [chosen, setChosen] = useState<readonly string[]>(webhook?.types ?? [])
  const [enabled, setEnabled] = useState(webhook?.enabled ?? true)
  const form = useSubmit(({ name = '', url = '', headers = '', batch = '' }) =>
    onSend({ name, url, headers: headersOf(headers), events, types: chosen, batch: Number(batch), enabled }),
  )
  const typeOptions = types
    .filter(({ visible }) => visible)
    .map(({ uid, displayName }) => ({ value: uid, label: displayName }))
  return (
    <SettingsForm form={form} isColumn readOnly={readOnly} actions={actions}>
      <SettingsFields>
        <NameField
          label={t('access.name')}
          name={webhook?.name}
          autoFocus={webhook === undefined}
          error={form.problems.name}
        />
        <TextField
          label={t('webhooks.url')}
          name="url"
          type="url"
          required
          placeholder="https://"
          defaultValue={webhook?.url ?? ''}
          error={form.problems.url}
        />
      </SettingsFields>
      <Choices
        title={t('webhooks.events')}
        options={EVENTS.map(value => ({ value, label: value }))}
        chosen={events}
        error={form.problems.events === undefined ? undefined : t('webhooks.eventMissing')}
        onChange={setEvents}
      />
      <Choices
        title={t('access.contentTypes')}
        hint={t('webhooks.typesHint')}
        options={typeOptions}
        chosen={chosen}
        error={form.problems.types}
        onChange={setChosen}
      />
      <TextArea
        label={t('webhooks.headers')}
        name="headers"
        rows={3}
        hint={t('webhooks.headersHint')}
        placeholder="Authorization: Bearer …"
        defaultValue={headerLines(webhook?.headers ?? {})}
        error={form.problems.headers}
      />
      <TextField
        label={t('webhooks.batch')}
        name="batch"
        type="number"
        inputMode="numeric"
        hint={t('webhooks.batchHint')}
        defaultValue={String(webhook?.batch ?? 0)}
        error={form.problems.batch}
      />
      <Switch label={t('webhooks.enabled')} hint={t('webhooks.enabledHint')} checked={enabled} onChange={setEnabled} />
    </SettingsForm>
  )
}
