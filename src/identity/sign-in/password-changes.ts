/**
 * Since when a user's tokens count, in our own table `password_changes(user_id, tokens_from, password_mark)`. A new
 * password moves the moment forward, which ends all sign-ins with the old one. Without a row, every token counts.
 *
 * On SQLite the password is in one file and this table in another. A row is valid for the password whose mark it has:
 *
 *     await holdPassword(database, schema, id)            // first, by itself: from now on a row exists
 *     await changeUsers(context, async run => {
 *       ...                                               // stores the new password
 *       await endUserTokens(context, run, id)             // for the password that is now stored
 *     })
 *
 * Reads between the two commits, or after a crash there, find a row for another password. Then no token counts until
 * `settleTokens` has moved the moment. The same happens after Strapi has changed a password.
 */
import type { Schema } from '../../schema/schema.ts'
import { column, type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import type { Database } from '../../storage/database.ts'
import { changeRights, type Run } from '../records/change-rights.ts'
import { passwordMark } from '../records/password-mark.ts'
import { idValue, USER } from '../records/record-shape.ts'
import { StoredRows } from '../records/stored-rows.ts'

/** A token from before the password was changed that counts for a while. Both are in seconds since 1970. */
export interface SparedToken {
  readonly issuedAt: number
  readonly until: number
}

/** A row `(tokens_from, password_mark, spared_iat, spared_until)`, or none. */
export function selectTokensFrom(dialect: SqlDialect, userId: number): Fragment {
  return sql`select tokens_from, password_mark, spared_iat, spared_until from ${changes(dialect)} where user_id = ${idValue(dialect, userId)}`
}

/** The second from which tokens count for this password; `null` if the row is for another password. */
export function tokensFromOf(row: Row | undefined, password: string | null): number | null {
  if (row === undefined) return 0
  const [tokensFrom, mark] = row
  return mark === null || mark === passwordMark(password) ? Number(tokensFrom) : null
}

/** Call it only with a row for the current password. */
export function sparedTokenOf(row: Row | undefined): SparedToken | null {
  const [, , issuedAt, until] = row ?? []
  return issuedAt === null || issuedAt === undefined ? null : { issuedAt: Number(issuedAt), until: Number(until) }
}

interface UserOf {
  readonly dialect: SqlDialect
  readonly schema: Schema
  readonly userId: number
}

interface Ending extends UserOf {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The one token that does not end at once. */
  readonly spared?: SparedToken | undefined
}

/**
 * Ends all tokens issued so far, for the password that is stored now. Returns the second that the next token must have
 * as `iat`. JWTs count in seconds: the moment is the next second, and a second new password within one second still
 * moves it.
 */
export async function endTokens(run: Run, user: Ending): Promise<number> {
  const { dialect, userId, now, spared } = user
  const stored = await storedPassword(run, user)
  const next = value(dialect.encode('integer', Math.floor(now / 1000) + 1))
  const later = sql`case when excluded.tokens_from > p.tokens_from then excluded.tokens_from else p.tokens_from + 1 end`
  const seconds = (given: number | undefined) => value(dialect.encode('biginteger', given ?? null))
  const row = sql`${idValue(dialect, userId)}, ${next}, ${value(passwordMark(stored?.password ?? null))},
    ${seconds(spared?.issuedAt)}, ${seconds(spared?.until)}`
  const [ended] = await run(sql`
    insert into ${changes(dialect)} as p (user_id, tokens_from, password_mark, spared_iat, spared_until) values (${row})
    on conflict (user_id) do update set tokens_from = ${later}, password_mark = excluded.password_mark,
      spared_iat = excluded.spared_iat, spared_until = excluded.spared_until
    returning tokens_from`)
  return Number(ended?.[0])
}

/** Makes sure that a user has a row for their current password. Call it before that password changes. */
export async function holdPassword(database: Database, schema: Schema, userId: number): Promise<void> {
  const { dialect } = database
  await changeRights({ database }, async run => {
    const user = await storedPassword(run, { dialect, schema, userId })
    if (user === undefined) return
    const row = sql`${idValue(dialect, userId)}, 0, ${value(passwordMark(user.password))}`
    await run(sql`
      insert into ${changes(dialect)} as p (user_id, tokens_from, password_mark) values (${row})
      on conflict (user_id) do update set password_mark = coalesce(p.password_mark, excluded.password_mark)`)
  })
}

/** Finishes a password change that has not reached this table: ends the tokens from before it. */
export async function settleTokens(database: Database, schema: Schema, userId: number): Promise<void> {
  const { dialect } = database
  await changeRights({ database }, async run => {
    const user = await storedPassword(run, { dialect, schema, userId })
    if (user === undefined) return
    const [row] = await run(selectTokensFrom(dialect, userId))
    if (tokensFromOf(row, user.password) !== null) return
    const now = user.updatedAt === null ? Date.now() : Date.parse(user.updatedAt)
    await endTokens(run, { dialect, schema, userId, now })
  })
}

async function storedPassword(run: Run, { dialect, schema, userId }: UserOf) {
  const users = new StoredRows(dialect, schema, USER)
  const attributes = ['password', 'updatedAt'] as const
  const rows = await run(users.select(attributes, sql`where ${column('t', 'id')} = ${idValue(dialect, userId)}`))
  return users.records(attributes, rows)[0]
}

function changes(dialect: SqlDialect): Fragment {
  return table('password_changes', dialect.ownSchema)
}
