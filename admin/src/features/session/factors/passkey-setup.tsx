/** Makes a passkey: its name and the password, then what the browser asks, then recovery codes if there were none. */
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { NameField } from '../../../ui/inputs/name-field.tsx'
import { AuthForm } from '../auth-form.tsx'
import { makePasskey } from './ask-passkey.ts'
import { OwnPassword } from './own-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { SetupProps } from './second-factor-setup.tsx'

export function PasskeySetup({ onDone, other }: SetupProps): ReactNode {
  const { t } = useTexts()
  const [codes, setCodes] = useState<readonly string[]>()
  const form = useSubmit(async ({ name = '', password = '' }) => {
    const { data: options } = await call('POST /me/passkeys/setup', { body: { password } })
    const passkey = await makePasskey(options, t)
    // A passkey that is refused is no ended session.
    const { recoveryCodes } = (await call('POST /me/passkeys', { body: { name, passkey }, renew: false })).data
    if (recoveryCodes === null) onDone()
    else setCodes(recoveryCodes)
  })
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <>
      <AuthForm form={form} submitLabel={t('session.addPasskey')}>
        <NameField label={t('session.passkeyName')} name={undefined} error={form.problems.name} />
        <OwnPassword error={form.problems.password} />
      </AuthForm>
      {other}
    </>
  )
}
