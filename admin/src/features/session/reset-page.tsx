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
  return (
    <CodePage
      title={t('session.resetTitle')}
      lead={t('session.resetLead')}
      submitLabel={t('session.changePassword')}
      send={body => call('POST /reset-password', { body, renew: false })}
      then="/admin/auth/login?changed"
    />
  )
}

/** Opened from the link of an invitation. */
export function InvitationPage(): ReactNode {
  const { t } = useTexts()
  return (
    <CodePage
      title={t('session.invitedTitle')}
      lead={t('session.invitedLead')}
      submitLabel={t('session.choosePassword')}
      send={body => call('POST /accept-invitation', { body, renew: false })}
      then="/admin/auth/login?welcome"
    />
  )
}

interface CodePageProps {
  readonly title: string
  readonly lead: string
  readonly submitLabel: string
  readonly send: (body: { readonly code: string; readonly password: string }) => Promise<unknown>
  /** Where to go with the password. */
  readonly then: string
}

/** A password is chosen by somebody who has a code. */
function CodePage({ title, lead, submitLabel, send, then }: CodePageProps): ReactNode {
  const { t } = useTexts()
  const { init } = useInit()
  const code = new URLSearchParams(location.search).get('code') ?? ''
  const form = useSubmit(async ({ password = '', confirm }) => {
    if (confirm !== password) throw new Error(t('session.passwordsDiffer'))
    await send({ code, password })
    goTo(then)
  })
  return (
    <AuthFrame title={title} lead={lead}>
      <AuthForm form={form} submitLabel={submitLabel} disabled={code === ''}>
        {code === '' ? <Notice look="error">{t('session.noCode')}</Notice> : null}
        <NewPasswordFields length={init?.passwordLength ?? 8} error={form.problems.password} />
      </AuthForm>
    </AuthFrame>
  )
}
