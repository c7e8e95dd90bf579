/** The signed-in person: name, language, theme, password, second factor, passkeys, sessions. */
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { Page, PageHeader } from '../../ui/page/page.tsx'
import { Appearance } from './appearance.tsx'
import { NamesForm } from './names-form.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export function ProfilePage(): ReactNode {
  const { t } = useTexts()
  return (
    <Page>
      <PageHeader title={t('settings.profileTitle')} />
      <div className="stack gap-4">
        <NamesForm />
        <Appearance />
        <PasswordForm />
        <SecondFactor />
        <Passkeys />
        <Sessions />
      </div>
    </Page>
  )
}
