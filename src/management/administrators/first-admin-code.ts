/**
 * The one-time codes that make a caller the first administrator, in our own table `first_admin_codes`. They exist
 * because the address of a request proves nothing. They are stored as hashes, expire, and all end when one of them is
 * first used.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { changeIn, type Run } from '../../identity/records/change-rights.ts'
import { readRows } from '../../identity/records/read-rows.ts'
import { type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { FIRST_ADMIN_CODES_TABLE } from '../../tables/desired/own-tables.ts'
import { sameSecret } from '../../util/same-secret.ts'

/** Excludes letters and digits that look alike. There are 32 of them, so 20 characters are 100 bits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 20
const MINUTE = 60_000

/** A new code, such as `7KQ2M-XHT4C-9RWZP-3DVNA`. Earlier codes stay valid, since other servers have shown them. */
export async function makeFirstAdminCode({ database, settings, clock }: AdminContext): Promise<string> {
  const { dialect } = database
  const code = [...randomBytes(LENGTH)].map(byte => LETTERS[byte % LETTERS.length]).join('')
  const expires = moment(dialect, clock() + settings.firstCodeMinutes * MINUTE)
  await changeIn(database, async run => {
    await run(sql`delete from ${codes(dialect)} where expires_at <= ${moment(dialect, clock())}`)
    await run(sql`insert into ${codes(dialect)} (code_hash, expires_at) values (${value(hashOf(code))}, ${expires})`)
  })
  return code.replace(/.{5}(?=.)/g, '$&-')
}

/** Whether the code may be used. Takes the same time for a nearly correct code as for any other. */
export async function isFirstAdminCode({ database, clock }: AdminContext, code: string): Promise<boolean> {
  const { dialect } = database
  const valid = sql`select code_hash from ${codes(dialect)} where expires_at > ${moment(dialect, clock())}`
  const [rows = []] = await readRows(database, [valid])
  const same = rows.map(([hash]) => sameSecret(hashOf(code), String(hash)))
  return same.includes(true)
}

/** Call it inside the transaction that creates the administrator. */
export async function endFirstAdminCodes(run: Run, dialect: SqlDialect): Promise<void> {
  await run(sql`delete from ${codes(dialect)}`)
}

/** Accepts lower-case letters, spaces and missing hyphens. */
function hashOf(code: string): string {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return createHash('sha256').update(plain).digest('hex')
}

function codes(dialect: SqlDialect): Fragment {
  return table(FIRST_ADMIN_CODES_TABLE, dialect.ownSchema)
}

function moment(dialect: SqlDialect, milliseconds: number): Fragment {
  return value(dialect.encode('biginteger', milliseconds))
}
