import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { AuthForm } from './auth-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { goTo } from './auth-places.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useInit } from './use-init.ts'

/** Opened from the link in the e-mail, which carries a code. */
export function ResetPage(): ReactNode {
  const { t } = useTexts()
  const { init } = useInit()
  const code = new URLSearchParams(location.search).get('code') ?? ''
  const form = useSubmit(async ({ password = '', confirm }) => {
    if (confirm !== password) throw new Error(t('session.passwordsDiffer'))
    await call('POST /reset-password', { body: { code, password }, renew: false })
    goTo('/admin/auth/login?changed')
  })
  return (
    <AuthFrame title={t('session.resetTitle')} lead={t('session.resetLead')}>
      <AuthForm form={form} submitLabel={t('session.changePassword')} disabled={code === ''}>
        {code === '' ? <Notice look="error">{t('session.noCode')}</Notice> : null}
        <NewPasswordFields length={init?.passwordLength ?? 8} error={form.problems.password} />
      </AuthForm>
    </AuthFrame>
  )
}
