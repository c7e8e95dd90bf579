/**
 * A mark of a stored password. A row of our own tables that depends on a password carries the mark of the one that it was
 * made under; readers compare it with the password in the content's file, and where they differ the row does not count.
 * So a new password ends what hangs on the old one with the one commit that stores it.
 */
import { createHash } from 'node:crypto'

const MARK_LENGTH = 22

/** `hash` is what is stored of the password, which has a salt of its own; `null` for none. */
export function passwordMark(hash: string | null): string {
  return createHash('sha256')
    .update(hash ?? '')
    .digest('base64url')
    .slice(0, MARK_LENGTH)
}
