/** For those who must set up their second factor before anything else. */
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { goTo } from './auth-places.ts'
import { SecondFactorSetup } from './second-factor-setup.tsx'

export default function SecondFactorPage(): ReactNode {
  const { t } = useTexts()
  return (
    <AuthFrame
      title={t('session.secondFactor')}
      lead={`${t('session.secondFactorMust')} ${t('session.secondFactorText')}`}
    >
      <div className="above-4">
        <SecondFactorSetup onDone={() => goTo('/admin/')} />
      </div>
    </AuthFrame>
  )
}
