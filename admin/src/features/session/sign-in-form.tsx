/** Email, Password, Login: on the sign-in page, and in the dialog over a page whose session has ended. */
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { PasswordField, TextField } from '../../ui/inputs/text-field.tsx'
import { Stack } from '../../ui/page/layout.tsx'

export interface SignInFormProps {
  /** The person who must sign in again; without it, anybody may. */
  readonly email?: string
  readonly onSignedIn: (email: string) => void
}

export function SignInForm({ email, onSignedIn }: SignInFormProps): ReactNode {
  const { t } = useTexts()
  const { busy, error, problems, onSubmit } = useSubmit(async values => {
    const body = { email: values.email ?? '', password: values.password ?? '', cookie: true }
    const { data } = await call('POST /login', { body, renew: false })
    onSignedIn(data.administrator.email)
  })
  return (
    <form onSubmit={onSubmit} noValidate={false}>
      <Stack gap={4}>
        {error === undefined ? null : <Notice look="error">{error}</Notice>}
        <TextField
          label={t('common.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus={email === undefined}
          error={problems.email}
          {...(email === undefined ? {} : { defaultValue: email, readOnly: true })}
        />
        <PasswordField
          label={t('common.password')}
          showLabel={t('common.showPassword')}
          name="password"
          autoComplete="current-password"
          required
          autoFocus={email !== undefined}
          error={problems.password}
        />
        <Button type="submit" look="primary" wide busy={busy}>
          {t('session.login')}
        </Button>
      </Stack>
    </form>
  )
}
