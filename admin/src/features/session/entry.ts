/** What other parts of the panel may use of this feature. */
export { goTo, signInAddress } from './auth-places.ts'
export { NewPasswordFields } from './new-password-fields.tsx'
export { SecondFactorSetup } from './second-factor-setup.tsx'
export { SessionDialog } from './session-dialog.tsx'
