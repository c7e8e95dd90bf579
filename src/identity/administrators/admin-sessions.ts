/**
 * Sessions of administrators, in our own table `admin_sessions`. The token is random and stored as a hash. A session
 * ends automatically when it is unused for a while, when it is old, and with its administrator.
 */

import { createHmac, randomBytes } from 'node:crypto'
import { PopulusError } from '../../errors.ts'
import { type Fragment, name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { isOutOfDate } from '../../util/time/moments.ts'
import { changeIn, type Run } from '../records/change-rights.ts'
import { passwordMark } from '../records/password-mark.ts'
import { epochValue, idValue } from '../records/record-shape.ts'
import { readRows } from '../records/stored-rows.ts'
import type { AdminContext } from './admin-context.ts'
import {
  type Administrator,
  administratorStatements,
  isActive,
  selectPasswordOf,
  toAdministrators,
} from './administrators.ts'

export interface AdminSession {
  readonly administrator: Administrator
  /** Identifies the session in the table. */
  readonly hash: string
  /** Milliseconds since 1970. */
  readonly openedAt: number
  readonly expiresAt: number
  /** The provider of single sign-on has seen a second factor, so none is asked for here. */
  readonly isStrong: boolean
}

export const SESSIONS_TABLE = 'admin_sessions'
const TOKEN_BYTES = 32
/** Begins the tokens of strong sessions. The table has the hash of the whole token, so nobody can add it. */
const STRONG = 'strong.'
const MINUTE = 60_000
/** The last use is recorded at most this often, in milliseconds. */
const USE_INTERVAL = MINUTE

/**
 * Returns the token, which is not stored anywhere. It ends with the mark of the password with which the session was
 * opened, and counts as long as the administrator has that password. Also removes sessions that have ended.
 */
export async function openSession(
  context: AdminContext,
  {
    id: adminId,
    passwordHash,
    isStrong = false,
  }: { readonly id: number; readonly passwordHash: string | null; readonly isStrong?: boolean },
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const { database, clock, settings } = context
  const { dialect } = database
  const start = isStrong ? STRONG : ''
  const token = `${start}${randomBytes(TOKEN_BYTES).toString('base64url')}${passwordMark(passwordHash)}`
  const now = clock()
  const values = sql`${value(hashOf(context, token))}, ${idValue(dialect, adminId)}, ${epochValue(dialect, now)}, ${epochValue(dialect, now)}`
  await changeIn(database, async run => {
    await run(sql`delete from ${sessions(dialect)} where ${ended(context, now)}`)
    await run(sql`insert into ${sessions(dialect)} (token_hash, admin_id, created_at, used_at) values (${values})`)
  })
  return { token, expiresAt: now + settings.sessionMinutes * MINUTE }
}

/** The session of a token. Asks the database every time, so an administrator who was just blocked is not let in. */
export async function findSession(context: AdminContext, token: string): Promise<AdminSession | undefined> {
  const { database, schema, clock, settings } = context
  const { dialect } = database
  const hash = hashOf(context, token)
  const now = clock()
  const valid = sql`token_hash = ${value(hash)} and not (${ended(context, now)})`
  const [found = []] = await readRows(database, [
    sql`select admin_id, created_at, used_at from ${sessions(dialect)} where ${valid}`,
  ])
  const [session] = found
  if (session === undefined) return undefined
  const [adminId, createdAt, usedAt] = session.map(Number) as [number, number, number]
  const [rows = [], roles = [], passwords = []] = await readRows(database, [
    ...administratorStatements(dialect, schema, adminId),
    selectPasswordOf(dialect, schema, adminId),
  ])
  const [administrator] = toAdministrators(dialect, schema, rows, roles)
  if (!token.endsWith(passwordMark((passwords[0]?.[1] as string | null | undefined) ?? null))) return undefined
  if (administrator === undefined || !isActive(administrator)) return undefined
  if (isOutOfDate(usedAt, USE_INTERVAL, now)) await storeUse(context, hash, now)
  return Object.freeze({
    administrator,
    hash,
    openedAt: createdAt,
    expiresAt: createdAt + settings.sessionMinutes * MINUTE,
    isStrong: token.startsWith(STRONG),
  })
}

async function storeUse({ database }: AdminContext, hash: string, now: number): Promise<void> {
  const { dialect } = database
  const used = sql`update ${sessions(dialect)} set used_at = ${epochValue(dialect, now)} where token_hash = ${value(hash)}`
  await changeIn(database, run => run(used))
}

export async function endSession({ database }: AdminContext, { hash }: AdminSession): Promise<void> {
  const { dialect } = database
  await changeIn(database, run => run(sql`delete from ${sessions(dialect)} where token_hash = ${value(hash)}`))
}

/** Call it inside the transaction that changes the administrator. */
export async function endSessionsOf(run: Run, dialect: SqlDialect, adminId: number): Promise<void> {
  await run(sql`delete from ${sessions(dialect)} where admin_id = ${idValue(dialect, adminId)}`)
}

export interface SessionInfo {
  /** Whether it is the session that asks. */
  readonly current: boolean
  readonly createdAt: string
  readonly usedAt: string
  readonly expiresAt: string
}

/** The sessions of one administrator, the newest first. */
export async function listSessions(
  context: AdminContext,
  adminId: number,
  current: AdminSession,
): Promise<readonly SessionInfo[]> {
  const { database, clock, settings } = context
  const { dialect } = database
  const own = sql`admin_id = ${idValue(dialect, adminId)} and not (${ended(context, clock())})`
  const [rows = []] = await readRows(database, [
    sql`select token_hash, created_at, used_at from ${sessions(dialect)} where ${own} order by created_at desc, token_hash`,
  ])
  const shown = (milliseconds: number) => new Date(milliseconds).toISOString()
  return rows.map(([hash, createdAt, usedAt]) => ({
    current: hash === current.hash,
    createdAt: shown(Number(createdAt)),
    usedAt: shown(Number(usedAt)),
    expiresAt: shown(Number(createdAt) + settings.sessionMinutes * MINUTE),
  }))
}

/** Signs an administrator out everywhere. Returns the number of sessions. */
export async function endAllSessions({ database }: AdminContext, adminId: number): Promise<number> {
  const { dialect } = database
  const own = sql`delete from ${sessions(dialect)} where admin_id = ${idValue(dialect, adminId)} returning admin_id`
  return (await changeIn(database, run => run(own))).length
}

/** A session that seems to be as far in the future has ended, too: the clock was set back, so its age is not known. */
function ended({ database: { dialect }, settings }: AdminContext, now: number): Fragment {
  const outside = (column: string, minutes: number) =>
    sql`${name(column)} not between ${epochValue(dialect, now - minutes * MINUTE + 1)} and ${epochValue(dialect, now + minutes * MINUTE)}`
  return sql`${outside('used_at', settings.idleMinutes)} or ${outside('created_at', settings.sessionMinutes)}`
}

function sessions(dialect: SqlDialect): Fragment {
  return table(SESSIONS_TABLE, dialect.ownSchema)
}

/** Uses the secret, so replacing the secret ends all sessions. */
function hashOf({ secrets }: AdminContext, token: string): string {
  if (secrets.admin === undefined) throw new PopulusError('noAdminSecret')
  return createHmac('sha256', secrets.admin).update(token).digest('hex')
}
