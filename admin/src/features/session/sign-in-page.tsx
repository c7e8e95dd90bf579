import { type ReactNode, useEffect } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { ErrorNotice, Notice } from '../../ui/display/notice.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { goTo, pageToReturnTo } from './auth-places.ts'
import { SignInForm } from './sign-in-form.tsx'
import { useInit } from './use-init.ts'

export function SignInPage(): ReactNode {
  const { t } = useTexts()
  const { init, error } = useInit()
  const changed = new URLSearchParams(location.search).has('changed')
  useEffect(() => {
    if (init?.needsFirstAdmin) goTo('/admin/auth/register-admin')
  }, [init])
  return (
    <AuthFrame
      title={t('session.signInTitle')}
      lead={init === undefined ? undefined : t('session.signInLead', { project: init.projectName })}
    >
      <div className="above-4">
        <ErrorNotice error={error} />
        {changed ? <Notice look="success">{t('session.passwordChanged')}</Notice> : null}
      </div>
      <SignInForm onSignedIn={() => goTo(pageToReturnTo())} />
      <p className="small above-4 centered">
        <a href="/admin/auth/forgot-password">{t('session.forgot')}</a>
      </p>
    </AuthFrame>
  )
}
