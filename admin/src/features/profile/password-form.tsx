import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { sessionQuery } from '../../api/queries.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { PasswordField } from '../../ui/inputs/text-field.tsx'
import { SettingsForm } from '../../ui/page/settings-form.tsx'
import { NewPasswordFields } from '../session/entry.ts'

/** A new password ends all sessions, so the person logs in again. */
export function PasswordForm(): ReactNode {
  const { t } = useTexts()
  const { email } = useSuspenseQuery(sessionQuery).data.administrator
  const form = useSubmit(async ({ currentPassword = '', password = '', confirm }) => {
    if (password !== confirm) throw new Error(t('session.passwordsDiffer'))
    await call('POST /me/password', { body: { currentPassword, password } })
    location.assign('/admin/auth/login?changed')
  })
  const title = t('settings.changePassword')
  const note = <p className="soft">{t('settings.newPasswordNote')}</p>
  return (
    <SettingsForm title={title} note={note} form={form} submitLabel={title} look="plain">
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('settings.currentPassword')}
        name="currentPassword"
        autoComplete="current-password"
        required
        error={form.problems.currentPassword}
      />
      <NewPasswordFields error={form.problems.password} />
    </SettingsForm>
  )
}
