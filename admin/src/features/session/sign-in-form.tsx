/** Email, Password, Login: on the sign-in page, and in the dialog over a page whose session has ended. */
import { type ReactNode, useState } from 'react'
import type { NeededFactor } from '../../../../src/admin-api/session-api.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { PasswordField } from '../../ui/inputs/text-field.tsx'
import { AuthForm, CodeField, EmailField } from './auth-form.tsx'
import { hasPasskeys, provePasskey } from './factors/ask-passkey.ts'

/** The error of a right password without a second factor; its details say which one would do. */
export const FACTOR_NEEDED = 'A359'
/** Of a passkey that was refused: the next one answers a new question. */
export const PASSKEY_REFUSED = 'A362'

export interface SignInFormProps {
  /** The person who must sign in again; without it, anybody may. */
  readonly email?: string
  readonly onSignedIn: (email: string) => void
  /** Below the first step: another way. */
  readonly other?: ReactNode
}

export function SignInForm({ email, onSignedIn, other }: SignInFormProps): ReactNode {
  const { t } = useTexts()
  const [needed, setNeeded] = useState<NeededFactor>()
  const [prefersCode, setPrefersCode] = useState(false)
  const options = prefersCode || !hasPasskeys() ? null : (needed?.passkey ?? null)
  const form = useSubmit(async ({ email = '', password = '', code }) => {
    const passkey = options === null ? {} : { passkey: await provePasskey(options, t) }
    const body = { email, password, cookie: true, ...(code === undefined ? {} : { code }), ...passkey }
    try {
      const { data } = await call('POST /login', { body, renew: false })
      onSignedIn(data.administrator.email)
    } catch (error) {
      const problem = error instanceof ApiError ? error.code : ''
      if (problem === PASSKEY_REFUSED) setNeeded(undefined)
      if (problem !== FACTOR_NEEDED || needed !== undefined) throw error
      setNeeded((error as ApiError).details as unknown as NeededFactor)
    }
  })
  return (
    <>
      <AuthForm form={form} submitLabel={t(options === null ? 'session.login' : 'session.passkeyUse')}>
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
        {options === null ? null : <Notice>{t('session.passkeyNeeded')}</Notice>}
        {needed !== undefined && options === null ? <CodeField error={form.problems.code} /> : null}
      </AuthForm>
      <OtherWay needed={needed} prefersCode={prefersCode} onChange={setPrefersCode} />
      {needed === undefined ? other : null}
    </>
  )
}

interface OtherWayProps {
  readonly needed: NeededFactor | undefined
  readonly prefersCode: boolean
  readonly onChange: (prefersCode: boolean) => void
}

/** For those who have a passkey and codes. */
export function OtherWay({ needed, prefersCode, onChange }: OtherWayProps): ReactNode {
  const { t } = useTexts()
  if (needed === undefined || needed.passkey === null || !needed.code || !hasPasskeys()) return null
  return (
    <div className="above-4 centered">
      <Button look="quiet" onClick={() => onChange(!prefersCode)}>
        {t(prefersCode ? 'session.passkeyInstead' : 'session.codeInstead')}
      </Button>
    </div>
  )
}
