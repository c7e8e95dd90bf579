/** The SHA-256 of a text or of bytes. */
import { createHash } from 'node:crypto'

export function sha256(content: string | Uint8Array, form: 'hex' | 'base64url' = 'hex'): string {
  return createHash('sha256').update(content).digest(form)
}
