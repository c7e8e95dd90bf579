/** Passwords as Strapi v4 stores them: bcrypt, cost 10. */
import { hash, verify } from '@node-rs/bcrypt'

const COST = 10

/** bcrypt looks at no more; a longer password would be as good as its beginning. */
export const MAX_PASSWORD_BYTES = 72

/** The hash of a password that nobody has. Comparing with it takes as long as with a real one. */
const NOBODY = '$2b$10$iTsTQdmyi3iIypw98njAletSchsawm5tv8vhsv0rIRW4sdPah1KjK'

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/** False, after the same time, where there is no stored hash. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const equal = await verify(password, stored ?? NOBODY)
  return equal && stored !== null
}

export function isPasswordTooLong(password: string): boolean {
  return Buffer.byteLength(password) > MAX_PASSWORD_BYTES
}
