/** Stores a small file, reads it back and deletes it. */
import type { ReactNode } from 'react'
import type { StorageTrial } from '../../../../../src/admin-api/settings/media-settings-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { TrialForm } from '../shared/trial-form.tsx'

const STEPS = { store: 'server.stepStore', read: 'server.stepRead', delete: 'server.stepDelete' } as const

export function TryStorage(): ReactNode {
  const { t } = useTexts()
  return (
    <TrialForm
      title={t('server.tryStorage')}
      submitLabel={t('server.tryButton')}
      attempt={() => call('POST /settings/media/test')}
      shown={trial => <Result trial={trial} />}
    >
      {() => <p className="soft">{t('server.tryText')}</p>}
    </TrialForm>
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
