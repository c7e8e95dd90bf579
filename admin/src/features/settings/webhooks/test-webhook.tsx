/** Sends a delivery without content, and shows what the other server says. */
import { type ReactNode, useState } from 'react'
import type { TestResult, WebhookInfo } from '../../../../../src/admin-api/webhook-api.ts'
import { call } from '../../../api/call.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'

export function TestWebhook({ webhook }: { readonly webhook: WebhookInfo }): ReactNode {
  const { t } = useTexts()
  const [result, setResult] = useState<TestResult>()
  const form = useSubmit(async () => {
    setResult(undefined)
    setResult((await call('POST /webhooks/:id/test', { params: { id: webhook.id } })).data)
  })
  return (
    <SettingsForm
      title={t('webhooks.test')}
      form={form}
      isColumn
      submitLabel={t('webhooks.testButton')}
      look="plain"
      after={
        <div role="status" className="above-3">
          {result === undefined ? null : <Result result={result} />}
        </div>
      }
    >
      <p className="soft">{t('webhooks.testText')}</p>
    </SettingsForm>
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
