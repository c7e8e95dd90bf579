import type { AdministratorInfo } from '../../../src/admin-api/session-api.ts'

/** What to call a person: their name, or the part of the address before the @. */
export function personName({ firstname, lastname, username, email }: AdministratorInfo): string {
  const full = [firstname, lastname].filter(part => part !== null && part !== '').join(' ')
  return full || username || email.split('@')[0]!
}
