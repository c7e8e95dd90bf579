import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { sessionQuery } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { PasswordField } from '../../ui/inputs/text-field.tsx'
import { Card } from '../../ui/page/page.tsx'
import { NewPasswordFields } from '../session/entry.ts'
import styles from './profile.module.css'

/** A new password ends all sessions, so the person logs in again. */
export function PasswordForm(): ReactNode {
  const { t } = useTexts()
  const { email } = useSuspenseQuery(sessionQuery).data.administrator
  const { busy, error, problems, onSubmit } = useSubmit(async ({ currentPassword = '', password = '', confirm }) => {
    if (password !== confirm) throw new Error(t('session.passwordsDiffer'))
    await call('POST /me/password', { body: { currentPassword, password } })
    location.assign('/admin/auth/login?changed')
  })
  return (
    <Card title={t('settings.changePassword')}>
      <form onSubmit={onSubmit}>
        <p className={styles.note}>{t('settings.newPasswordNote')}</p>
        {error === undefined ? null : <Notice look="error">{error}</Notice>}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <div className={styles.fields}>
          <PasswordField
            label={t('settings.currentPassword')}
            showLabel={t('common.showPassword')}
            name="currentPassword"
            autoComplete="current-password"
            required
            error={problems.currentPassword}
          />
          <NewPasswordFields error={problems.password} />
        </div>
        <div className={styles.actions}>
          <Button type="submit" busy={busy}>
            {t('settings.changePassword')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
