/** What happened when a provider was tried, in plain words. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ProviderTrial } from '../../../../../src/admin-api/provider-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { settingsQuery } from '../shared/settings-query.ts'

/** `tried`: what the server signed, and only it can read. */
export function TriedProvider({ tried }: { readonly tried: string }): ReactNode {
  const { data, isError } = useQuery({
    ...settingsQuery(['tried', tried], options => call('POST /providers/tried', { ...options, body: { tried } })),
    retry: false,
  })
  const { t } = useTexts()
  return (
    <div className="below-4" role="status">
      {data === undefined ? null : <TrialNotice trial={data} />}
      {isError ? <Notice>{t('access.triedLongAgo')}</Notice> : null}
    </div>
  )
}

const TEXTS = {
  address: 'access.triedAddress',
  return: 'access.triedReturn',
  token: 'access.triedToken',
  profile: 'access.triedProfile',
  done: 'access.triedDone',
} as const

export function TrialNotice({ trial: { provider, step, detail } }: { readonly trial: ProviderTrial }): ReactNode {
  const { t } = useTexts()
  return (
    <Notice look={step === 'done' ? 'success' : 'error'}>
      <p>{t(TEXTS[step], { name: provider })}</p>
      {detail === '' ? null : <p className="small breaks">{detail}</p>}
    </Notice>
  )
}
