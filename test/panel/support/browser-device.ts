/** A device with passkeys for a tab. It knows the person, and answers at once. */
import type { Page } from 'playwright-core'
import { PasskeyDevice } from '../../support/passkey-device.ts'

export interface BrowserDevice {
  /** Whether the person shows a finger, a face or a PIN. */
  readonly knowsPerson: (known: boolean) => Promise<unknown>
}

/** Chromium has one for tests; its shell without windows, which has no `chrome`, dies of any passkey and gets one of ours. */
export async function browserDevice(page: Page): Promise<BrowserDevice> {
  return (await page.evaluate('typeof chrome')) === 'object' ? chromiumDevice(page) : ownDevice(page)
}

async function chromiumDevice(page: Page): Promise<BrowserDevice> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('WebAuthn.enable')
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    knowsPerson: isUserVerified => protocol.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** Stands in for `navigator.credentials` from the next page on, so the page is loaded again. */
async function ownDevice(page: Page): Promise<BrowserDevice> {
  const device = new PasskeyDevice(new URL(page.url()).origin)
  let isKnown = true
  await page.exposeFunction('__passkey', (act: 'create' | 'get', asked: Asked) => {
    const excluded = new Set(asked.excludeCredentials?.map(({ id }) => id))
    if (device.made.some(({ id }) => excluded.has(id))) return { problem: 'InvalidStateError' }
    const needsPerson = (asked.authenticatorSelection ?? asked).userVerification === 'required'
    if (needsPerson && !isKnown) return { problem: 'NotAllowedError' }
    return act === 'create' ? device.create(asked, { verified: isKnown }) : device.get(asked, { verified: isKnown })
  })
  await page.addInitScript(IN_THE_PAGE)
  await page.reload()
  return {
    knowsPerson: async known => {
      isKnown = known
    },
  }
}

interface Asked {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
  readonly excludeCredentials?: readonly { readonly id: string }[]
  readonly authenticatorSelection?: { readonly userVerification?: string }
  readonly userVerification?: string
}

/** Bytes travel as base64url. */
const IN_THE_PAGE = `(() => {
  const text = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes.buffer ?? bytes)))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const bytes = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0)).buffer
  const plain = value =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? text(value)
    : Array.isArray(value) ? value.map(plain)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
    : value
  const ask = async (act, { publicKey }) => {
    const { problem, id, response, type } = await __passkey(act, plain(publicKey))
    if (problem !== undefined) throw new DOMException('refused', problem)
    const { transports = [], ...parts } = response
    const answers = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, bytes(part)]))
    return {
      id, rawId: bytes(id), type, authenticatorAttachment: 'platform',
      response: { ...answers, getTransports: () => transports },
      getClientExtensionResults: () => ({}),
    }
  }
  navigator.credentials.create = options => ask('create', options)
  navigator.credentials.get = options => ask('get', options)
})()`
