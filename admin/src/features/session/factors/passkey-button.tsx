/** Logs in with a passkey alone: the device knows the person. */
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { ErrorNotice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { provePasskey } from './ask-passkey.ts'

export function PasskeyButton({ onSignedIn }: { readonly onSignedIn: () => void }): ReactNode {
  const { t } = useTexts()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const logIn = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const passkey = await provePasskey((await call('POST /login/challenge', { renew: false })).data, t)
      await call('POST /login/passkey', { body: { passkey, cookie: true }, renew: false })
      onSignedIn()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="stack gap-4 above-4">
      <Button wide icon="key" busy={isBusy} onClick={() => void logIn()}>
        {t('session.passkeyLogin')}
      </Button>
      <ErrorNotice error={error} />
    </div>
  )
}
