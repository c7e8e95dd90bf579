/** What a token is called and what it may do. */
import { type ReactNode, useState } from 'react'
import type { TokenInfo, TokenInput } from '../../../../../src/admin-api/access-api.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ErrorNotice } from '../../../ui/display/notice.tsx'
import { NameField } from '../../../ui/inputs/name-field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { SettingsFields, SettingsForm } from '../../../ui/page/settings-form.tsx'
import { ActionRows, type Granted } from '../grants/action-rows.tsx'
import { LIFESPANS, TOKEN_TYPES, typeKey, USUAL_LIFESPAN } from './token-types.ts'

export interface TokenFormProps {
  /** Absent: a new one. */
  readonly token?: TokenInfo
  readonly actions?: ReactNode
  readonly onSend: (input: TokenInput, lifespanDays: number | null) => Promise<void>
}

export function TokenForm({ token, actions, onSend }: TokenFormProps): ReactNode {
  const { t } = useTexts()
  const [type, setType] = useState(token?.type ?? 'read-only')
  const [days, setDays] = useState<string>(USUAL_LIFESPAN)
  const [granted, setGranted] = useState(() => byOwner(token?.permissions ?? []))
  const form = useSubmit(async ({ name = '', description = '' }) => {
    const permissions = Object.entries(granted).flatMap(([uid, names]) => names.map(action => `${uid}.${action}`))
    const input = { name, description, type, ...(type === 'custom' ? { permissions } : {}) }
    await onSend(input, days === '' ? null : Number(days))
  })
  return (
    <SettingsForm form={form} isColumn actions={actions}>
      <SettingsFields>
        <NameField
          label={t('access.name')}
          name={token?.name}
          autoFocus={token === undefined}
          error={form.problems.name}
        />
        <TextField
          label={t('access.description')}
          name="description"
          defaultValue={token?.description ?? ''}
          error={form.problems.description}
        />
        <Select
          label={t('access.tokenType')}
          hint={t(HINTS[type] ?? 'access.customHint')}
          value={type}
          options={TOKEN_TYPES.map(value => ({ value, label: t(typeKey(value)) }))}
          onChange={setType}
        />
        {token === undefined ? <Lifespan days={days} onChange={setDays} /> : null}
      </SettingsFields>
      {type === 'custom' ? (
        <>
          <ActionRows
            granted={granted}
            onChange={(uid, names) => setGranted(before => ({ ...before, [uid]: names }))}
          />
          {/* The button is far below the first message. */}
          <ErrorNotice error={form.error} />
        </>
      ) : null}
    </SettingsForm>
  )
}

const HINTS: Readonly<Record<string, 'access.readOnlyHint' | 'access.fullAccessHint' | 'access.customHint'>> = {
  'read-only': 'access.readOnlyHint',
  'full-access': 'access.fullAccessHint',
}

function Lifespan({ days, onChange }: { readonly days: string; readonly onChange: (days: string) => void }): ReactNode {
  const { t, count } = useTexts()
  return (
    <Select
      label={t('access.lifespan')}
      value={days}
      options={LIFESPANS.map(value => ({
        value,
        label: value === '' ? t('access.unlimited') : count('access.days', Number(value)),
      }))}
      onChange={onChange}
    />
  )
}

/** - `api::tag.tag.find` belongs to `api::tag.tag` */
function byOwner(permissions: readonly string[]): Granted {
  const granted: Record<string, string[]> = {}
  for (const permission of permissions) {
    const end = permission.lastIndexOf('.')
    const uid = permission.slice(0, end)
    granted[uid] = [...(granted[uid] ?? []), permission.slice(end + 1)]
  }
  return granted
}
