import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { AuthForm, EmailField } from './auth-form.tsx'
import { AuthFrame, LogInLink } from './auth-frame.tsx'
import { useInit } from './use-init.ts'

export function ForgotPage(): ReactNode {
  const { t } = useTexts()
  const { init } = useInit()
  const [sent, setSent] = useState(false)
  const form = useSubmit(async ({ email = '' }) => {
    await call('POST /forgot-password', { body: { email }, renew: false })
    setSent(true)
  })
  const canSend = init?.features.mail !== false
  return (
    <AuthFrame title={t('session.forgotTitle')} lead={t('session.forgotLead')}>
      <AuthForm form={form} submitLabel={t('session.sendLink')} disabled={!canSend}>
        {canSend ? null : <Notice look="warning">{t('session.noMail')}</Notice>}
        <div role="status">{sent ? <Notice look="success">{t('session.linkSent')}</Notice> : null}</div>
        <EmailField autoFocus error={form.problems.email} />
      </AuthForm>
      <LogInLink />
    </AuthFrame>
  )
}
