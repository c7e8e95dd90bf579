/** Secrets that must be read again, encrypted with a key made from a secret of the installation (AES-256-GCM). */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

export interface SealedFor {
  /** Of the installation. */
  readonly secret: string
  /** Each purpose has a key of its own. */
  readonly purpose: string
  /** Whose it is. For anybody else it cannot be opened. */
  readonly owner: string
}

export function sealed(place: SealedFor, secret: Buffer): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, keyOf(place), nonce, { authTagLength: TAG }).setAAD(Buffer.from(place.owner))
  const content = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, content, cipher.getAuthTag()]).toString('base64')
}

/** `undefined` if it was sealed for another place, or changed since. */
export function unsealed(place: SealedFor, stored: string): Buffer | undefined {
  const bytes = Buffer.from(stored, 'base64')
  try {
    const cipher = createDecipheriv(CIPHER, keyOf(place), bytes.subarray(0, NONCE), { authTagLength: TAG })
    cipher.setAAD(Buffer.from(place.owner)).setAuthTag(bytes.subarray(-TAG))
    return Buffer.concat([cipher.update(bytes.subarray(NONCE, -TAG)), cipher.final()])
  } catch {
    return undefined
  }
}

function keyOf({ secret, purpose }: SealedFor): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
