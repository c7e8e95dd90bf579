import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { sessionQuery } from '../../api/queries.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { SettingsForm } from '../../ui/page/settings-form.tsx'

const FIELDS = [
  { name: 'firstname', label: 'session.firstname', autoComplete: 'given-name' },
  { name: 'lastname', label: 'session.lastname', autoComplete: 'family-name' },
  { name: 'email', label: 'common.email', autoComplete: 'email', type: 'email', required: true },
] as const

export function NamesForm(): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const { administrator } = useSuspenseQuery(sessionQuery).data
  const form = useSubmit(async ({ firstname = '', lastname = '', email = '' }) => {
    await call('PUT /me', { body: { firstname: firstname || null, lastname: lastname || null, email } })
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    showToast({ message: t('settings.profileSaved') })
  })
  return (
    <SettingsForm title={t('settings.changeNames')} form={form}>
      {FIELDS.map(({ label, ...field }) => (
        <TextField
          key={field.name}
          {...field}
          label={t(label)}
          defaultValue={administrator[field.name] ?? ''}
          error={form.problems[field.name]}
        />
      ))}
    </SettingsForm>
  )
}
