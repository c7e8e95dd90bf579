/** What other parts of the panel may use of this feature. */
import { lazy } from 'react'

export { goTo, signInAddress } from './auth-places.ts'
export { hasPasskeys } from './factors/ask-passkey.ts'
export { OwnPassword } from './factors/own-password.tsx'
export { NewPasswordFields } from './new-password-fields.tsx'
export { SessionDialog } from './session-dialog.tsx'

/** Loaded when somebody sets one up. */
export const PasskeySetup = lazy(async () => ({ default: (await import('./factors/passkey-setup.tsx')).PasskeySetup }))
export const SecondFactorSetup = lazy(async () => ({
  default: (await import('./factors/second-factor-setup.tsx')).SecondFactorSetup,
}))
