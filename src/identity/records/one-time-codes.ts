/**
 * Codes that are used once, in our own table `user_codes`. They are stored as hashes, expire, and are bound to a purpose.
 * A code also ends when a value changes that it depends on, such as the password that it replaces.
 */
import { randomBytes } from 'node:crypto'
import { type Fragment, join, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import type { Database } from '../../storage/database.ts'
import { USER_CODES_TABLE } from '../../tables/desired/own-tables.ts'
import { sameSecret } from '../../util/same-secret.ts'
import { sha256 } from '../../util/sha256.ts'
import { changeIn, type Run } from './change-rights.ts'
import { epochValue, idValue } from './record-shape.ts'
import { readRows } from './stored-rows.ts'

export type CodePurpose =
  | 'resetPassword'
  | 'confirmation'
  | 'adminPassword'
  | 'adminInvitation'
  | 'firstAdmin'
  | 'adminSignOn'
  | 'adminSecondStep'
  | 'newPasskey'
  | 'passkeyFactor'
  | 'passkeySignIn'

/** The owner of codes that belong to nobody. No user and no administrator has this id. */
export const NOBODY = 0

export interface NewCode {
  readonly purpose: CodePurpose
  readonly code: string
  readonly ownerId: number
  /** The values that the code depends on. */
  readonly boundTo: readonly unknown[]
  /** In milliseconds. */
  readonly lifetime: number
  /** Earlier codes of the owner stay valid. */
  readonly besideOthers?: boolean
}

export interface StoredCode {
  readonly ownerId: number
  /** Whether the values that the code depends on are still the same. */
  readonly isBoundTo: (values: readonly unknown[]) => boolean
}

interface CodesContext {
  readonly database: Database
  readonly clock: () => number
}

export function randomCode(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

/** Replaces the owner's previous code. Also removes codes that have expired. */
export async function storeCode({ database, clock }: CodesContext, given: NewCode): Promise<void> {
  const { dialect } = database
  const now = clock()
  const own = sql`purpose = ${value(given.purpose)} and user_id = ${idValue(dialect, given.ownerId)}`
  const replaced = given.besideOthers === true ? sql`` : sql` or (${own})`
  const values = join([
    value(sha256(given.code)),
    value(given.purpose),
    idValue(dialect, given.ownerId),
    value(mark(given.boundTo)),
    epochValue(dialect, now + given.lifetime),
  ])
  await changeIn(database, async run => {
    await run(sql`delete from ${codes(dialect)} where expires_at <= ${epochValue(dialect, now)}${replaced}`)
    await run(sql`insert into ${codes(dialect)} (code_hash, purpose, user_id, bound_to, expires_at) values (${values})`)
  })
}

export async function findCode(
  { database, clock }: CodesContext,
  purpose: CodePurpose,
  code: string,
): Promise<StoredCode | undefined> {
  const { dialect } = database
  const valid = sql`${is(purpose, code)} and expires_at > ${epochValue(dialect, clock())}`
  const [[row] = []] = await readRows(database, [sql`select user_id, bound_to from ${codes(dialect)} where ${valid}`])
  return row === undefined ? undefined : toStoredCode(row)
}

/** Finds a code and uses it up in one step, for those that are tried once, whatever comes of it. */
export async function takeCode(
  { database, clock }: CodesContext,
  purpose: CodePurpose,
  code: string,
): Promise<StoredCode | undefined> {
  const taken = sql`delete from ${codes(database.dialect)} where ${is(purpose, code)} returning user_id, bound_to, expires_at`
  const [row] = await changeIn(database, run => run(taken))
  return row === undefined || Number(row[2]) <= clock() ? undefined : toStoredCode(row)
}

function toStoredCode([ownerId, boundTo]: Row): StoredCode {
  return { ownerId: Number(ownerId), isBoundTo: values => sameSecret(String(boundTo), mark(values)) }
}

/** Whether the owner has a code that still counts. */
export async function hasCode(
  run: Run,
  dialect: SqlDialect,
  purpose: CodePurpose,
  { ownerId, now }: { readonly ownerId: number; readonly now: number },
): Promise<boolean> {
  const own = sql`purpose = ${value(purpose)} and user_id = ${idValue(dialect, ownerId)} and expires_at > ${epochValue(dialect, now)}`
  return (await run(sql`select 1 from ${codes(dialect)} where ${own}`)).length > 0
}

/** Uses up a code, inside a transaction. Returns false if somebody else was faster. */
export async function spendCode(run: Run, dialect: SqlDialect, purpose: CodePurpose, code: string): Promise<boolean> {
  return (await run(sql`delete from ${codes(dialect)} where ${is(purpose, code)} returning user_id`)).length > 0
}

/** Ends the codes of an owner, inside the transaction that changes what they were for. */
export async function endCodes(
  run: Run,
  dialect: SqlDialect,
  purposes: readonly CodePurpose[],
  ownerId: number,
): Promise<void> {
  const ended = sql`purpose in (${join(purposes.map(value))}) and user_id = ${idValue(dialect, ownerId)}`
  await run(sql`delete from ${codes(dialect)} where ${ended}`)
}

function is(purpose: CodePurpose, code: string): Fragment {
  return sql`code_hash = ${value(sha256(code))} and purpose = ${value(purpose)}`
}

function mark(values: readonly unknown[]): string {
  return sha256(JSON.stringify(values))
}

function codes({ ownSchema }: SqlDialect): Fragment {
  return table(USER_CODES_TABLE, ownSchema)
}
