/** For those who must set up their second factor before anything else: an app or a passkey. */
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { goTo } from '../auth-places.ts'
import { hasPasskeys } from './ask-passkey.ts'
import { PasskeySetup } from './passkey-setup.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

export default function SecondFactorPage(): ReactNode {
  const { t } = useTexts()
  const [isPasskey, setPasskey] = useState(false)
  const Setup = isPasskey ? PasskeySetup : SecondFactorSetup
  const other = hasPasskeys() ? (
    <div className="above-4 centered">
      <Button look="quiet" onClick={() => setPasskey(!isPasskey)}>
        {t(isPasskey ? 'session.appInstead' : 'session.passkeyInstead')}
      </Button>
    </div>
  ) : null
  return (
    <AuthFrame
      title={t('session.secondFactor')}
      lead={`${t('session.secondFactorMust')} ${t('session.secondFactorText')}`}
    >
      <div className="above-4">
        <Setup onDone={() => goTo('/admin/')} other={other} />
      </div>
    </AuthFrame>
  )
}
