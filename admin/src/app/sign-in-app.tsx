/** The pages before the panel: log in, first administrator, forgotten password, invitation, second factor. Only one of them is loaded. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadErrorTexts, loadSignInTexts } from '../i18n/load-texts.ts'
import { UiProvider } from '../ui/theme/ui-provider.tsx'
import { PanelTexts } from './kit-texts.tsx'

type Load = () => Promise<{ readonly default: ComponentType }>

const logIn: Load = async () => ({ default: (await import('../features/session/sign-in-page.tsx')).SignInPage })
const resetPages = () => import('../features/session/reset-page.tsx')

const PAGES: Readonly<Record<string, Load>> = {
  'register-admin': async () => ({ default: (await import('../features/session/register-page.tsx')).RegisterPage }),
  'forgot-password': async () => ({ default: (await import('../features/session/forgot-page.tsx')).ForgotPage }),
  'reset-password': async () => ({ default: (await resetPages()).ResetPage }),
  register: async () => ({ default: (await resetPages()).InvitationPage }),
  'second-factor': () => import('../features/session/factors/second-factor-page.tsx'),
}

const name = location.pathname.replace(/\/$/, '').split('/').at(-1) ?? ''
// Asked for at once, beside the texts.
const loading = (PAGES[name] ?? logIn)()
const Page = lazy(() => loading)

export function App(): ReactNode {
  return (
    <UiProvider>
      <PanelTexts loader={loadSignInTexts} laterLoader={loadErrorTexts}>
        <Suspense>
          <Page />
        </Suspense>
      </PanelTexts>
    </UiProvider>
  )
}
