/** Single sign-on in the dialog over a page whose session has ended. Loaded when it is needed. */
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { type Provider, ProviderButtons } from './single-sign-on.tsx'

interface SignOnAgainProps {
  readonly providers: readonly Provider[]
  readonly email: string | undefined
  readonly onSignedIn: (email: string) => void
}

/** Over a page with unsaved work, which must stay open: the provider gets a tab of its own. */
export default function SignOnAgain({ providers, email, onSignedIn }: SignOnAgainProps): ReactNode {
  const { t } = useTexts()
  const [isAway, setAway] = useState(false)
  const [other, setOther] = useState<string>()
  useEffect(() => {
    if (!isAway) return
    const look = async () => {
      const now = await call('GET /me', { renew: false }).then(
        ({ data }) => data.email,
        () => undefined,
      )
      setOther(now)
      if (now !== undefined && (email === undefined || now === email)) onSignedIn(now)
    }
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [isAway, email, onSignedIn])
  if (providers.length === 0) return null
  const leave = (address: string) => {
    setAway(true)
    window.open(address, '_blank')
  }
  return (
    <>
      <ProviderButtons providers={providers} onChoose={leave} />
      <div role="status">{isAway ? <Notice>{t('session.signOnAway')}</Notice> : null}</div>
      {other === undefined || other === email ? null : (
        <Notice look="warning">{t('session.signOnOther', { email: other })}</Notice>
      )}
    </>
  )
}
