/** Stores a small file, reads it back and deletes it. */
import { type ReactNode, useState } from 'react'
import type { StorageTrial } from '../../../../../src/admin-api/settings/media-settings-api.ts'
import { call } from '../../../api/call.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { SettingsForm } from '../../../ui/page/settings-form.tsx'

const STEPS = { store: 'server.stepStore', read: 'server.stepRead', delete: 'server.stepDelete' } as const

export function TryStorage(): ReactNode {
  const { t } = useTexts()
  const [trial, setTrial] = useState<StorageTrial>()
  const form = useSubmit(async () => {
    setTrial(undefined)
    setTrial((await call('POST /settings/media/test')).data)
  })
  return (
    <SettingsForm
      title={t('server.tryStorage')}
      form={form}
      isColumn
      submitLabel={t('server.tryButton')}
      look="plain"
      after={
        <div role="status" className="above-3">
          {trial === undefined ? null : <Result trial={trial} />}
        </div>
      }
    >
      <p className="soft">{t('server.tryText')}</p>
    </SettingsForm>
  )
}

function Result({ trial: { works, steps } }: { readonly trial: StorageTrial }): ReactNode {
  const { t, number } = useTexts()
  return (
    <Notice look={works ? 'success' : 'warning'}>
      {t(works ? 'server.storageWorks' : 'server.storageFails')}
      <ul className="above-1">
        {steps.map(({ step, problem, duration }) => (
          <li key={step}>
            {t(STEPS[step])}: {problem ?? t('server.stepDone', { time: number(duration) })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
