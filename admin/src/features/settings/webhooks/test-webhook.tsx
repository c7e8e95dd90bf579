/** Sends a delivery without content, and shows what the other server says. */
import type { ReactNode } from 'react'
import type { TestResult, WebhookInfo } from '../../../../../src/admin-api/webhook-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { TrialForm } from '../shared/trial-form.tsx'

export function TestWebhook({ webhook }: { readonly webhook: WebhookInfo }): ReactNode {
  const { t } = useTexts()
  return (
    <TrialForm
      title={t('webhooks.test')}
      submitLabel={t('webhooks.testButton')}
      attempt={() => call('POST /webhooks/:id/test', { params: { id: webhook.id } })}
      shown={result => <Result result={result} />}
    >
      {() => <p className="soft">{t('webhooks.testText')}</p>}
    </TrialForm>
  )
}

function Result({ result: { delivered, status, answer, duration } }: { readonly result: TestResult }): ReactNode {
  const { t, number } = useTexts()
  const values = { status: status ?? '–', time: number(Math.round(duration)) }
  return (
    <Notice look={delivered ? 'success' : 'warning'}>
      {t(delivered ? 'webhooks.testPassed' : 'webhooks.testFailed', values)}
      {answer === '' ? null : <code className="block small breaks above-1">{answer}</code>}
    </Notice>
  )
}
