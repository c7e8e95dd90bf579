/** Email, Password, Login: on the sign-in page, and in the dialog over a page whose session has ended. */
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { PasswordField } from '../../ui/inputs/text-field.tsx'
import { AuthForm, CodeField, EmailField } from './auth-form.tsx'

/** The error of a right password without a code. */
const CODE_NEEDED = 'A359'

export interface SignInFormProps {
  /** The person who must sign in again; without it, anybody may. */
  readonly email?: string
  readonly onSignedIn: (email: string) => void
}

export function SignInForm({ email, onSignedIn }: SignInFormProps): ReactNode {
  const { t } = useTexts()
  const [asksCode, setAsksCode] = useState(false)
  const form = useSubmit(async ({ email = '', password = '', code }) => {
    const body = { email, password, cookie: true, ...(code === undefined ? {} : { code }) }
    try {
      const { data } = await call('POST /login', { body, renew: false })
      onSignedIn(data.administrator.email)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== CODE_NEEDED || asksCode) throw error
      setAsksCode(true)
    }
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
      {asksCode ? <CodeField error={form.problems.code} /> : null}
    </AuthForm>
  )
}
