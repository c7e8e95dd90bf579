import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { Init } from '../../../../src/admin-api/session-api.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { ErrorNotice, Notice } from '../../ui/display/notice.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { goTo, pageToReturnTo } from './auth-places.ts'
import { hasPasskeys } from './factors/ask-passkey.ts'
import { PasskeyButton } from './factors/passkey-button.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { signOnState } from './sign-on-state.ts'
import { useInit } from './use-init.ts'

const signOn = () => import('./single-sign-on.tsx')
const SignOnButtons = lazy(async () => ({ default: (await signOn()).SignOnButtons }))
const SignOnFactor = lazy(async () => ({ default: (await signOn()).SignOnFactor }))

export function SignInPage(): ReactNode {
  const { t } = useTexts()
  const { init, error } = useInit()
  const search = new URLSearchParams(location.search)
  const isNew = search.has('welcome')
  useEffect(() => {
    if (init?.needsFirstAdmin) goTo('/admin/auth/register-admin')
  }, [init])
  return (
    <AuthFrame
      title={t(isNew ? 'session.invitedTitle' : 'session.signInTitle')}
      lead={init === undefined ? undefined : t('session.signInLead', { project: init.projectName })}
    >
      <div className="above-4">
        <ErrorNotice error={error} />
        {isNew ? <Notice look="success">{t('session.passwordChosen')}</Notice> : null}
        {search.has('changed') ? <Notice look="success">{t('session.passwordChanged')}</Notice> : null}
      </div>
      <ErrorNotice error={signOnState().problem} />
      <WaysIn init={init} />
    </AuthFrame>
  )
}

function WaysIn({ init }: { readonly init: Init | undefined }): ReactNode {
  const { t } = useTexts()
  const enter = () => goTo(pageToReturnTo())
  if (signOnState().asksCode)
    return (
      <Suspense>
        <SignOnFactor />
      </Suspense>
    )
  const providers = init?.signIn.providers ?? []
  return (
    <>
      {init?.signIn.passwords === false ? null : (
        <SignInForm onSignedIn={enter} other={hasPasskeys() ? <PasskeyButton onSignedIn={enter} /> : null} />
      )}
      {providers.length === 0 ? null : (
        <Suspense>
          <SignOnButtons providers={providers} />
        </Suspense>
      )}
      {init?.signIn.passwords === false ? null : (
        <p className="small above-4 centered">
          <a href="/admin/auth/forgot-password">{t('session.forgot')}</a>
        </p>
      )}
    </>
  )
}
