/** Sends a mail that says nothing, and shows what the mail server says. */
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MailTrial } from '../../../../../src/admin-api/settings/mail-api.ts'
import { call } from '../../../api/call.ts'
import { sessionQuery } from '../../../api/queries.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { TrialForm } from '../shared/trial-form.tsx'

export function TestMail(): ReactNode {
  const { t } = useTexts()
  const { email } = useSuspenseQuery(sessionQuery).data.administrator
  return (
    <TrialForm
      title={t('mail.test')}
      submitLabel={t('mail.testButton')}
      attempt={({ to = '' }) => call('POST /settings/email/test', { body: { to } })}
      shown={trial => <Result trial={trial} />}
    >
      {problems => (
        <TextField
          label={t('mail.to')}
          name="to"
          type="email"
          autoComplete="email"
          required
          defaultValue={email}
          error={problems.to}
        />
      )}
    </TrialForm>
  )
}

function Result({ trial: { delivery, to, problem, duration } }: { readonly trial: MailTrial }): ReactNode {
  const { t, number } = useTexts()
  if (problem !== null)
    return (
      <Notice look="warning">
        {t('mail.testFailed')}
        <code className="block small breaks above-1">{problem}</code>
      </Notice>
    )
  if (delivery === 'log') return <Notice>{t('mail.testLogged')}</Notice>
  return <Notice look="success">{t('mail.testPassed', { to, time: number(duration) })}</Notice>
}
