import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { sessionQuery } from '../../api/queries.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { SettingsForm } from '../../ui/page/settings-form.tsx'
import { OwnPassword } from '../session/entry.ts'

const FIELDS = [
  { name: 'firstname', label: 'session.firstname', autoComplete: 'given-name' },
  { name: 'lastname', label: 'session.lastname', autoComplete: 'family-name' },
  { name: 'email', label: 'common.email', autoComplete: 'email', type: 'email', required: true },
] as const

/** Another address needs the password: codes for a new one are sent there. */
export function NamesForm(): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const { administrator } = useSuspenseQuery(sessionQuery).data
  const [email, setEmail] = useState(administrator.email)
  const isOther = email.trim().toLowerCase() !== administrator.email.toLowerCase()
  const form = useSubmit(async ({ firstname = '', lastname = '', password }) => {
    const names = { firstname: firstname || null, lastname: lastname || null }
    await call('PUT /me', { body: { ...names, email, ...(password === undefined ? {} : { password }) } })
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
          {...(field.name === 'email' ? { onChange: setEmail } : {})}
        />
      ))}
      {isOther ? <OwnPassword error={form.problems.password} /> : null}
    </SettingsForm>
  )
}
