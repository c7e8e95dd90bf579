/** What claims mean here: roles, and a verified address. A claim never names a role itself: only a rule of the operator does. */
import type { SignOnProvider } from '../../config/settings/single-sign-on.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'

/** The codes of the roles; `null` if the provider decides nothing about them. */
export function rolesOf({ roles, defaultRole }: SignOnProvider, claims: JsonObject): readonly string[] | null {
  if (roles === undefined && defaultRole === undefined) return null
  const given = (roles ?? [])
    .filter(({ claim, contains }) => has(claimAt(claims, claim), contains))
    .map(({ role }) => role)
  const found = given.length > 0 || defaultRole === undefined ? given : [defaultRole]
  return [...new Set(found)].sort()
}

/** The whole name first: some providers have dots in it. */
function claimAt(claims: JsonObject, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split('.')
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), claims)
}

function has(claim: unknown, wanted: string): boolean {
  return Array.isArray(claim) ? claim.includes(wanted) : claim === wanted
}

/** In lower case; `undefined` if there is none, or nobody answers for it. */
export function verifiedEmail(
  { trustEmails }: SignOnProvider,
  { email, email_verified }: JsonObject,
): string | undefined {
  const isVerified = email_verified === true || email_verified === 'true'
  const isTrusted = trustEmails === true && email_verified === undefined
  const isAddress = typeof email === 'string' && /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 255
  return isAddress && (isVerified || isTrusted) ? email.toLowerCase() : undefined
}

/** Room of the columns. */
const LONGEST_NAME = 255

export function namesIn({ given_name, family_name, name }: JsonObject) {
  const text = (given: unknown) =>
    typeof given === 'string' && given.trim() !== '' ? given.replaceAll('\0', '').trim().slice(0, LONGEST_NAME) : null
  return { firstname: text(given_name) ?? text(name), lastname: text(family_name) }
}
