/** Email, Password, Login: on the sign-in page, and in the dialog over a page whose session has ended. */
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { PasswordField } from '../../ui/inputs/text-field.tsx'
import { AuthForm, EmailField } from './auth-form.tsx'

export interface SignInFormProps {
  /** The person who must sign in again; without it, anybody may. */
  readonly email?: string
  readonly onSignedIn: (email: string) => void
}

export function SignInForm({ email, onSignedIn }: SignInFormProps): ReactNode {
  const { t } = useTexts()
  const form = useSubmit(async values => {
    const body = { email: values.email ?? '', password: values.password ?? '', cookie: true }
    const { data } = await call('POST /login', { body, renew: false })
    onSignedIn(data.administrator.email)
  })
  return (
    <AuthForm form={form} submitLabel={t('session.login')}>
      <EmailField
        autoFocus={email === undefined}
        error={form.problems.email}
        {...(email === undefined ? {} : { defaultValue: email, readOnly: true })}
      />
      <PasswordField
        label={t('common.password')}
        name="password"
        autoComplete="current-password"
        required
        autoFocus={email !== undefined}
        error={form.problems.password}
      />
    </AuthForm>
  )
}
