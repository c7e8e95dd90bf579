/** Single sign-on: a button for each provider, and the second factor. Loaded where there is a provider. */
import { type ReactNode, useEffect, useState } from 'react'
import type { Init, NeededFactor } from '../../../../src/admin-api/session-api.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { AuthForm, CodeField } from './auth-form.tsx'
import { goTo, pageToReturnTo } from './auth-places.ts'
import { hasPasskeys, provePasskey } from './factors/ask-passkey.ts'
import { FACTOR_NEEDED, OtherWay, PASSKEY_REFUSED } from './sign-in-form.tsx'

export type Provider = Init['signIn']['providers'][number]

/** On the sign-in page: the browser leaves for the provider, and comes back to the page that was asked for. */
export function SignOnButtons({ providers }: { readonly providers: readonly Provider[] }): ReactNode {
  return <ProviderButtons providers={providers} onChoose={address => goTo(address)} />
}

interface ButtonsProps {
  readonly providers: readonly Provider[]
  readonly onChoose: (address: string) => void
}

export function ProviderButtons({ providers, onChoose }: ButtonsProps): ReactNode {
  const { t } = useTexts()
  if (providers.length === 0) return null
  const back = encodeURIComponent(pageToReturnTo())
  return (
    <div className="stack gap-2 above-4">
      {providers.map(({ name, label }) => (
        <Button key={name} wide onClick={() => onChoose(`/admin/connect/${name}?redirectTo=${back}`)}>
          {t('session.signOnWith', { name: label })}
        </Button>
      ))}
    </div>
  )
}

/** The provider has let the person in; the second factor is still missing. */
export function SignOnFactor(): ReactNode {
  const { t } = useTexts()
  const [needed, setNeeded] = useState<NeededFactor>()
  const [prefersCode, setPrefersCode] = useState(false)
  useEffect(() => {
    neededFactor().then(setNeeded)
  }, [])
  const options = prefersCode || !hasPasskeys() ? null : (needed?.passkey ?? null)
  const form = useSubmit(async ({ code = '' }) => {
    const body = options === null ? { code } : { passkey: await provePasskey(options, t) }
    try {
      await call('POST /login/second-factor', { body, renew: false })
      goTo(pageToReturnTo())
    } catch (error) {
      // A passkey answers one question, so the next needs a new one.
      if (error instanceof ApiError && error.code === PASSKEY_REFUSED) setNeeded(await neededFactor())
      throw error
    }
  })
  return (
    <>
      <AuthForm form={form} submitLabel={t(options === null ? 'session.login' : 'session.passkeyUse')}>
        {options === null ? <CodeField error={form.problems.code} /> : <Notice>{t('session.passkeyNeeded')}</Notice>}
      </AuthForm>
      <OtherWay needed={needed} prefersCode={prefersCode} onChange={setPrefersCode} />
    </>
  )
}

/** What the server would take. It says so when it gets nothing. */
function neededFactor(): Promise<NeededFactor | undefined> {
  return call('POST /login/second-factor', { body: {}, renew: false }).then(
    () => undefined,
    error =>
      error instanceof ApiError && error.code === FACTOR_NEEDED
        ? (error.details as unknown as NeededFactor)
        : undefined,
  )
}
