import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import styles from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { useInit } from './use-init.ts'

export function ForgotPage(): ReactNode {
  const { t } = useTexts()
  const { init } = useInit()
  const [sent, setSent] = useState(false)
  const { busy, error, problems, onSubmit } = useSubmit(async ({ email = '' }) => {
    await call('POST /forgot-password', { body: { email }, renew: false })
    setSent(true)
  })
  return (
    <AuthFrame title={t('session.forgotTitle')} lead={t('session.forgotLead')}>
      <form onSubmit={onSubmit}>
        <Stack gap={4}>
          {init?.features.mail === false ? <Notice look="warning">{t('session.noMail')}</Notice> : null}
          {error === undefined ? null : <Notice look="error">{error}</Notice>}
          <div role="status">{sent ? <Notice look="success">{t('session.linkSent')}</Notice> : null}</div>
          <TextField
            label={t('common.email')}
            name="email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            error={problems.email}
          />
          <Button type="submit" look="primary" wide busy={busy} disabled={init?.features.mail === false}>
            {t('session.sendLink')}
          </Button>
        </Stack>
      </form>
      <p className={styles.link}>
        <a href="/admin/auth/login">{t('session.toLogin')}</a>
      </p>
    </AuthFrame>
  )
}
