/** The first administrator. The server printed an address with a one-time code. */
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import styles from './auth-frame.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { goTo } from './auth-places.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useInit } from './use-init.ts'

export function RegisterPage(): ReactNode {
  const { t } = useTexts()
  const { init, error } = useInit()
  if (init?.needsFirstAdmin === false) return <AlreadyRegistered />
  return (
    <AuthFrame
      title={t('session.registerTitle')}
      lead={t('session.registerLead', { project: init?.projectName ?? 'Populus' })}
    >
      {error === undefined ? null : <Notice look="error">{error.message}</Notice>}
      <RegisterForm passwordLength={init?.passwordLength ?? 8} />
    </AuthFrame>
  )
}

function AlreadyRegistered(): ReactNode {
  const { t } = useTexts()
  return (
    <AuthFrame title={t('session.alreadyRegistered')}>
      <p className={styles.link}>
        <a href="/admin/auth/login">{t('session.toLogin')}</a>
      </p>
    </AuthFrame>
  )
}

function RegisterForm({ passwordLength }: { readonly passwordLength: number }): ReactNode {
  const { t } = useTexts()
  const code = new URLSearchParams(location.search).get('code') ?? ''
  const { busy, error, problems, onSubmit } = useSubmit(async values => {
    const { code: given = '', email = '', password = '', firstname = '', lastname = '', confirm } = values
    if (confirm !== password) throw new Error(t('session.passwordsDiffer'))
    const input = { code: given, email, password, firstname, ...(lastname === '' ? {} : { lastname }) }
    await call('POST /first-admin', { body: input, renew: false })
    await call('POST /login', { body: { email, password, cookie: true }, renew: false })
    goTo('/admin/')
  })
  return (
    <form onSubmit={onSubmit}>
      <Stack gap={4}>
        {error === undefined ? null : <Notice look="error">{error}</Notice>}
        {code === '' ? (
          <TextField label={t('session.code')} name="code" hint={t('session.codeHint')} required autoFocus />
        ) : (
          <input type="hidden" name="code" value={code} />
        )}
        <TextField
          label={t('session.firstname')}
          name="firstname"
          autoComplete="given-name"
          required
          autoFocus={code !== ''}
          error={problems.firstname}
        />
        <TextField label={t('session.lastname')} name="lastname" autoComplete="family-name" error={problems.lastname} />
        <TextField
          label={t('common.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          error={problems.email}
        />
        <NewPasswordFields length={passwordLength} error={problems.password} />
        <Button type="submit" look="primary" wide busy={busy}>
          {t('session.register')}
        </Button>
      </Stack>
    </form>
  )
}
