/** How long a password may be. */

/** bcrypt ignores everything after this. A longer password would be no better than its beginning. */
export const MAX_PASSWORD_BYTES = 72

export function isPasswordTooLong(password: string): boolean {
  return new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES
}
