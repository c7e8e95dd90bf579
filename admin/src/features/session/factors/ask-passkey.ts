/** Asks the browser for a passkey. What goes wrong there is said in the words of the panel. */
import type {
  NewPasskeyAnswer,
  NewPasskeyOptions,
  PasskeyAnswer,
  PasskeyOptions,
} from '../../../../../src/admin-api/session-api.ts'
import type { I18n } from '../../../i18n/i18n.tsx'

type Translate = I18n['t']

/** Not on pages that came over the network without encryption. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}

export async function provePasskey(optionsJSON: PasskeyOptions, t: Translate): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return explained(t, optionsJSON.rpId, () => startAuthentication({ optionsJSON }))
}

export async function makePasskey(optionsJSON: NewPasskeyOptions, t: Translate): Promise<NewPasskeyAnswer> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return explained(t, optionsJSON.rp.id, () => startRegistration({ optionsJSON }))
}

async function explained<T>(t: Translate, site: string | undefined, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    if (name === 'SecurityError') throw new Error(t('session.passkeyWrongSite', { site: site ?? '' }), { cause })
    throw new Error(t(name === 'InvalidStateError' ? 'session.passkeyKnown' : 'session.passkeyCancelled'), { cause })
  }
}
