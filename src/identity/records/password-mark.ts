/**
 * A mark of a stored password. A row of our own tables that depends on a password carries the mark of the password under
 * which it was made. Readers compare it with the password in the content's file, and ignore the row if they differ. So the
 * commit that stores a new password also ends everything that depends on the old one.
 */
import { sha256 } from '../../util/sha256.ts'

const MARK_LENGTH = 22

/** `hash` is the stored form of the password, which has its own salt; `null` for none. */
export function passwordMark(hash: string | null): string {
  return sha256(hash ?? '', 'base64url').slice(0, MARK_LENGTH)
}
