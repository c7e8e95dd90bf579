/** Sets up the second factor: the password, then a code of the app, then the recovery codes. */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { SecondFactorSetup as Setup } from '../../../../../src/admin-api/session-api.ts'
import { call } from '../../../api/call.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { CopyBox } from '../../../ui/display/copy-box.tsx'
import { AuthForm, CodeField } from '../auth-form.tsx'
import { OwnPassword } from './own-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const QrCode = lazy(() => import('./qr-code.tsx'))

type Step =
  | { readonly kind: 'password' }
  | { readonly kind: 'code'; readonly setup: Setup }
  | { readonly kind: 'recovery'; readonly codes: readonly string[] }

export interface SetupProps {
  readonly onDone: () => void
  /** Below the first step: another way. */
  readonly other?: ReactNode
}

export function SecondFactorSetup({ onDone, other }: SetupProps): ReactNode {
  const [step, setStep] = useState<Step>({ kind: 'password' })
  switch (step.kind) {
    case 'password':
      return (
        <>
          <AskPassword onAnswer={setup => setStep({ kind: 'code', setup })} />
          {other}
        </>
      )
    case 'code':
      return <AskCode setup={step.setup} onAnswer={codes => setStep({ kind: 'recovery', codes })} />
    case 'recovery':
      return <RecoveryCodes codes={step.codes} onDone={onDone} />
    default:
      return step satisfies never
  }
}

function AskPassword({ onAnswer }: { readonly onAnswer: (setup: Setup) => void }): ReactNode {
  const { t } = useTexts()
  const form = useSubmit(async ({ password = '' }) =>
    onAnswer((await call('POST /me/second-factor', { body: { password } })).data),
  )
  return (
    <AuthForm form={form} submitLabel={t('session.setUp')}>
      <OwnPassword error={form.problems.password} />
    </AuthForm>
  )
}

interface AskCodeProps {
  readonly setup: Setup
  readonly onAnswer: (recoveryCodes: readonly string[]) => void
}

function AskCode({ setup: { secret, uri }, onAnswer }: AskCodeProps): ReactNode {
  const { t } = useTexts()
  const form = useSubmit(async ({ code = '' }) =>
    // A wrong code is no ended session.
    onAnswer((await call('PUT /me/second-factor', { body: { code }, renew: false })).data.recoveryCodes),
  )
  return (
    <AuthForm form={form} submitLabel={t('session.confirmCode')}>
      <p>{t('session.scanText')}</p>
      <Suspense>
        <QrCode label={t('session.qrCode')} text={uri} />
      </Suspense>
      <CopyBox label={t('session.appKey')} text={secret} />
      <p>
        <a href={uri}>{t('session.appLink')}</a>
      </p>
      <CodeField error={form.problems.code} />
    </AuthForm>
  )
}
