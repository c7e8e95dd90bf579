/** The password of the signed-in person, before a change of how they sign in. Those who use none are not asked. */
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { PasswordField } from '../../../ui/inputs/text-field.tsx'

export function OwnPassword({ error }: { readonly error: string | undefined }): ReactNode {
  const { t } = useTexts()
  const [isAsked, setAsked] = useState(true)
  useEffect(() => {
    call('GET /me/second-factor').then(
      ({ data }) => setAsked(data.asksPassword),
      () => {},
    )
  }, [])
  if (!isAsked) return <p className="soft">{t('session.noPasswordNeeded')}</p>
  return (
    <PasswordField
      label={t('common.password')}
      name="password"
      autoComplete="current-password"
      required
      error={error}
    />
  )
}
