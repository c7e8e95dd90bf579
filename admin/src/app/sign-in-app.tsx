/** The pages before the panel: log in, first administrator, forgotten password, invitation, second factor. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { ForgotPage } from '../features/session/forgot-page.tsx'
import { RegisterPage } from '../features/session/register-page.tsx'
import { InvitationPage, ResetPage } from '../features/session/reset-page.tsx'
import { SignInPage } from '../features/session/sign-in-page.tsx'
import { loadSignInTexts } from '../i18n/load-texts.ts'
import { UiProvider } from '../ui/theme/ui-provider.tsx'
import { PanelTexts } from './kit-texts.tsx'

const PAGES: Readonly<Record<string, ComponentType>> = {
  'register-admin': RegisterPage,
  'forgot-password': ForgotPage,
  'reset-password': ResetPage,
  register: InvitationPage,
  'second-factor': lazy(() => import('../features/session/factors/second-factor-page.tsx')),
}

export function App(): ReactNode {
  const name = location.pathname.replace(/\/$/, '').split('/').at(-1) ?? ''
  const Page = PAGES[name] ?? SignInPage
  return (
    <UiProvider>
      <PanelTexts loader={loadSignInTexts}>
        <Suspense>
          <Page />
        </Suspense>
      </PanelTexts>
    </UiProvider>
  )
}
