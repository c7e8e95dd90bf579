/** Finds, inserts, changes and deletes the rows of end users. */

import { type ContentType, USER_UID } from '../../schema/schema.ts'
import { column, type Fragment, sql, value } from '../../sql/fragment.ts'
import { changeRights, type Run } from '../records/change-rights.ts'
import { linkOf, type RecordOf, USER } from '../records/record-shape.ts'
import { readRows, StoredRows, type Values } from '../records/stored-rows.ts'
import { endTokens, type SparedToken } from '../sign-in/password-changes.ts'
import type { UsersContext } from './users-context.ts'

const ATTRIBUTES = ['username', 'email', 'provider', 'password', 'confirmed', 'blocked'] as const

/** What signing in needs to know about a user. `password` is the hash; `null` for users who sign in elsewhere. */
export type StoredUser = RecordOf<typeof USER, (typeof ATTRIBUTES)[number]>

export function userType({ content }: UsersContext): ContentType {
  return content.schema.types.get(USER_UID)!
}

function userRows({ content: { database, schema } }: UsersContext): StoredRows<typeof USER> {
  return new StoredRows(database.dialect, schema, USER)
}

/** `t.email = 'a@b.c'`. Matches nobody if the string cannot be stored. */
export function has(context: UsersContext, attribute: string, text: string): Fragment {
  return text.includes('\0') ? sql`1 = 0` : sql`${userRows(context).column(attribute)} = ${value(text)}`
}

/** Condition on `t`: the password is still the one with this hash. */
export function hasPasswordHash(context: UsersContext, hash: string | null): Fragment {
  return hash === null ? sql`${userRows(context).column('password')} is null` : has(context, 'password', hash)
}

/** Condition on `t`: the user was changed after a moment. */
export function changedSince(context: UsersContext, since: Date): Fragment {
  const { dialect } = context.content.database
  return sql`${userRows(context).column('updatedAt')} > ${value(dialect.encode('datetime', since))}`
}

/** A user who does not exist, for work done only for appearances. */
export function nobodyWith(email: string): StoredUser {
  const flags = { confirmed: false, blocked: false }
  return { id: 0, username: email, email, provider: 'local', password: null, ...flags }
}

/** The oldest user who meets the condition on `t`. Scans all rows, so finding somebody is no faster. */
export async function findUser(context: UsersContext, where: Fragment): Promise<StoredUser | undefined> {
  const rows = userRows(context)
  const select = rows.select(ATTRIBUTES, sql`where ${where} order by ${column('t', 'id')}`)
  const [found = []] = await readRows(context.content.database, [select])
  return rows.records(ATTRIBUTES, found.slice(0, 1))[0]
}

/** The users who have a text in an attribute and meet the condition on `t`, the oldest first, with that text. */
export async function usersWith(
  context: UsersContext,
  attribute: string,
  where: Fragment,
): Promise<readonly { readonly user: StoredUser; readonly text: string }[]> {
  const rows = userRows(context)
  const has = sql`${rows.column(attribute)} is not null and ${where} order by ${column('t', 'id')}`
  const texts = sql`select ${rows.column(attribute)} from ${rows.table} as t where ${has}`
  const [users = [], found = []] = await readRows(context.content.database, [
    rows.select(ATTRIBUTES, sql`where ${has}`),
    texts,
  ])
  return rows.records(ATTRIBUTES, users).map((user, index) => ({ user, text: String(found[index]?.[0]) }))
}

export function findUserById(context: UsersContext, id: number): Promise<StoredUser | undefined> {
  return findUser(context, userRows(context).hasId(id))
}

/**
 * One transaction that changes users or roles. Such transactions run one after the other across all processes, so
 * anything that one of them looked up still holds when it commits.
 */
export function changeUsers<T>({ content }: UsersContext, work: (run: Run) => Promise<T>): Promise<T> {
  return changeRights(content, run => work(run))
}

/** Runs single statements that only read. */
export function looking({ content: { database } }: UsersContext): Run {
  return async fragment => (await readRows(database, [fragment]))[0] ?? []
}

/** Whether a user other than `except` meets the condition on `t`. */
export async function isTaken(
  context: UsersContext,
  run: Run,
  where: Fragment,
  except: number | null,
): Promise<boolean> {
  const rows = userRows(context)
  const other = except === null ? sql`` : sql` and not ${rows.hasId(except)}`
  return (await run(rows.select([], sql`where (${where})${other} limit 1`))).length > 0
}

/** Changes the user if they exist and also meet the condition. Returns whether they did. */
export function updateUser(
  context: UsersContext,
  run: Run,
  { id, values, where }: { readonly id: number; readonly values: Values; readonly where?: Fragment },
): Promise<boolean> {
  const now = new Date(context.clock())
  return userRows(context).update(run, id, values, where === undefined ? { now } : { now, where })
}

/**
 * Ends the user's tokens, in the transaction that has stored the new password. Returns the second from which new tokens
 * count. Call `holdPassword` before that transaction.
 */
export function endUserTokens(
  { content, clock }: UsersContext,
  run: Run,
  id: number,
  spared?: SparedToken,
): Promise<number> {
  const { database, schema } = content
  return endTokens(run, { dialect: database.dialect, schema, userId: id, now: clock(), spared })
}

export async function unsetRole(context: UsersContext, run: Run, userId: number): Promise<void> {
  if (hasRoles(context)) await userRows(context).disconnect(run, 'role', userId)
}

/** Replaces the user's role. The user comes last in the role's order, if the database has one. */
export async function setRole(context: UsersContext, run: Run, userId: number, roleId: number): Promise<void> {
  if (!hasRoles(context)) return
  const rows = userRows(context)
  await rows.disconnect(run, 'role', userId)
  await rows.connect(run, 'role', userId, roleId)
}

/** False for databases from before Strapi 4 introduced the link table. */
function hasRoles({ content }: UsersContext): boolean {
  return linkOf(content.schema, USER_UID, 'role') !== null
}
