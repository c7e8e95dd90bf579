/**
 * The codes that make a caller the first administrator. They exist because the address of a request proves nothing. All of
 * them end when one of them is first used.
 */
import { randomBytes } from 'node:crypto'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import type { Run } from '../../identity/records/change-rights.ts'
import { endCodes, findCode, NOBODY, storeCode } from '../../identity/records/one-time-codes.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'

/** Excludes letters and digits that look alike. There are 32 of them, so 20 characters are 100 bits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 20
const MINUTE = 60_000
const PURPOSE = 'firstAdmin'

/** A new code, such as `7KQ2M-XHT4C-9RWZP-3DVNA`. Earlier codes stay valid, since other servers have shown them. */
export async function makeFirstAdminCode(context: AdminContext): Promise<string> {
  const code = [...randomBytes(LENGTH)].map(byte => LETTERS[byte % LETTERS.length]).join('')
  const lifetime = context.settings.firstCodeMinutes * MINUTE
  await storeCode(context, { purpose: PURPOSE, code, ownerId: NOBODY, boundTo: [], lifetime, besideOthers: true })
  return code.replace(/.{5}(?=.)/g, '$&-')
}

/** Accepts lower-case letters, spaces and missing hyphens. */
export async function isFirstAdminCode(context: AdminContext, code: string): Promise<boolean> {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return (await findCode(context, PURPOSE, plain)) !== undefined
}

/** Call it inside the transaction that creates the administrator. */
export function endFirstAdminCodes(run: Run, dialect: SqlDialect): Promise<void> {
  return endCodes(run, dialect, [PURPOSE], NOBODY)
}
