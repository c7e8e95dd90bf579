/** The SHA-256 of a text or of bytes. */
import crypto from 'node:crypto'

type Form = 'hex' | 'base64url'

/** A third of the time for short texts. The first releases of Node 20 do not have it. */
const atOnce = crypto.hash as typeof crypto.hash | undefined

export function sha256(content: string | Uint8Array, form: Form = 'hex'): string {
  return atOnce === undefined
    ? crypto.createHash('sha256').update(content).digest(form)
    : atOnce('sha256', content, form)
}
