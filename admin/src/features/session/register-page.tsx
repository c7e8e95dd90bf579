/** The first administrator. The server printed an address with a one-time code. */
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { ErrorNotice } from '../../ui/display/notice.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { AuthForm, EmailField } from './auth-form.tsx'
import { AuthFrame, LogInLink } from './auth-frame.tsx'
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
      <ErrorNotice error={error} />
      <RegisterForm passwordLength={init?.passwordLength ?? 8} />
    </AuthFrame>
  )
}

function AlreadyRegistered(): ReactNode {
  const { t } = useTexts()
  return (
    <AuthFrame title={t('session.alreadyRegistered')}>
      <LogInLink />
    </AuthFrame>
  )
}

function RegisterForm({ passwordLength }: { readonly passwordLength: number }): ReactNode {
  const { t } = useTexts()
  const code = new URLSearchParams(location.search).get('code') ?? ''
  const form = useSubmit(async values => {
    const { code: given = '', email = '', password = '', firstname = '', lastname = '', confirm } = values
    if (confirm !== password) throw new Error(t('session.passwordsDiffer'))
    const input = { code: given, email, password, firstname, ...(lastname === '' ? {} : { lastname }) }
    await call('POST /first-admin', { body: input, renew: false })
    await call('POST /login', { body: { email, password, cookie: true }, renew: false })
    goTo('/admin/')
  })
  return (
    <AuthForm form={form} submitLabel={t('session.register')}>
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
        error={form.problems.firstname}
      />
      <TextField
        label={t('session.lastname')}
        name="lastname"
        autoComplete="family-name"
        error={form.problems.lastname}
      />
      <EmailField error={form.problems.email} />
      <NewPasswordFields length={passwordLength} error={form.problems.password} />
    </AuthForm>
  )
}
