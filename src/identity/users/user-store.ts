/** The rows of end users: found, inserted, changed, deleted. */

import { deleteEntry } from '../../content/write/store-entry.ts'
import { type WriteScope, writeScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { type ContentType, ROLE_UID, USER_UID } from '../../schema/schema.ts'
import { column, type Fragment, join, name, sql, table, value } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import { changeRights, type Run } from '../records/change-rights.ts'
import { readRows } from '../records/read-rows.ts'
import { idValue, linkOf, scalarOf, tableOf } from '../records/stored-type.ts'
import { endTokens } from './password-changes.ts'
import type { UserValues } from './user-values.ts'
import type { UsersContext } from './users-context.ts'

/** What signing in has to know of a user. */
export interface StoredUser {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly provider: string
  /** The hash; `null` for users who sign in elsewhere. */
  readonly password: string | null
  readonly confirmed: boolean
  readonly blocked: boolean
}

const COLUMNS = ['username', 'email', 'provider', 'password', 'confirmed', 'blocked'] as const

export function userType({ content }: UsersContext): ContentType {
  return content.schema.types.get(USER_UID)!
}

/** The table with the alias `u`; opened databases without one have no users. */
function usersTable({ content }: UsersContext): Fragment {
  const users = tableOf(content.schema, USER_UID)
  if (users === null) throw new PopulusError('unavailable', {}, { cause: new Error('There is no table of users') })
  return users
}

function scalar({ content }: UsersContext, attribute: string): Fragment {
  return scalarOf(content.schema, USER_UID, attribute, 'u')
}

/** `u.email = 'a@b.c'`; true for nobody where no such text can be stored. */
export function has(context: UsersContext, attribute: string, text: string): Fragment {
  return text.includes('\0') ? sql`1 = 0` : sql`${scalar(context, attribute)} = ${value(text)}`
}

/** The oldest user of whom the condition, on `u`, holds. */
export async function findUser(context: UsersContext, where: Fragment): Promise<StoredUser | undefined> {
  const { database } = context.content
  const columns = join([column('u', 'id'), ...COLUMNS.map(attribute => scalar(context, attribute))])
  const select = sql`select ${columns} from ${usersTable(context)} as u where ${where} order by ${column('u', 'id')} limit 1`
  const [[row] = []] = await readRows(database, [select])
  return row === undefined ? undefined : toUser(row)
}

export function findUserById(context: UsersContext, id: number): Promise<StoredUser | undefined> {
  return findUser(context, isUser(context, id))
}

function isUser({ content: { database } }: UsersContext, id: number): Fragment {
  return sql`${column('u', 'id')} = ${idValue(database.dialect, id)}`
}

function toUser(row: Row): StoredUser {
  const [id, username, email, provider, password, confirmed, blocked] = row
  const isTrue = (stored: unknown) => stored === true || stored === 1
  return Object.freeze({
    id: Number(id),
    username: String(username ?? ''),
    email: String(email ?? ''),
    provider: String(provider ?? ''),
    password: password === null ? null : String(password),
    confirmed: isTrue(confirmed),
    blocked: isTrue(blocked),
  })
}

/**
 * One transaction that changes users or roles. They happen one after the other, on all processes: what one of them has
 * looked up still holds when it commits.
 */
export async function changeUsers<T>(
  { content }: UsersContext,
  work: (run: Run, scope: WriteScope) => Promise<T>,
): Promise<T> {
  const { database, schema } = content
  const shared = { schema, dialect: database.dialect, defaultLocale: await content.defaultLocale() }
  return changeRights(content, (run, transaction) => work(run, writeScope(shared, transaction)))
}

/** Runs single statements that only look. */
export function looking({ content: { database } }: UsersContext): Run {
  return async fragment => (await readRows(database, [fragment]))[0] ?? []
}

/** Whether another user than `except` fulfils the condition, on `u`. */
export async function isTaken(
  context: UsersContext,
  run: Run,
  where: Fragment,
  except: number | null,
): Promise<boolean> {
  const other = except === null ? sql`` : sql` and not ${isUser(context, except)}`
  const rows = await run(
    sql`select ${column('u', 'id')} from ${usersTable(context)} as u where (${where})${other} limit 1`,
  )
  return rows.length > 0
}

/** Changes a user who fulfils the condition too, if there is one; gives whether the user was there. */
export async function updateUser(
  context: UsersContext,
  run: Run,
  { id, values, where }: { readonly id: number; readonly values: UserValues; readonly where?: Fragment },
): Promise<boolean> {
  const stored = storedValues(context, new Map([...values, ['updatedAt', new Date(context.clock())]]))
  const assignments = join(stored.map(([place, given]) => sql`${place} = ${given}`))
  const wanted = where === undefined ? isUser(context, id) : sql`${isUser(context, id)} and ${where}`
  const changed = sql`update ${usersTable(context)} as u set ${assignments} where ${wanted} returning ${name('id')}`
  return (await run(changed)).length > 0
}

/**
 * Ends the tokens that the user has, in the transaction that has stored the new password; gives the second from which new
 * ones count. `holdPassword` comes before that transaction.
 */
export function endUserTokens({ content, clock }: UsersContext, run: Run, id: number): Promise<number> {
  const { database, schema } = content
  return endTokens(run, { dialect: database.dialect, schema, userId: id, now: clock() })
}

function storedValues(context: UsersContext, values: UserValues): readonly (readonly [Fragment, Fragment])[] {
  const { dialect } = context.content.database
  return [...values].flatMap(([attribute, given]) => {
    const found = userType(context).attributes.get(attribute)
    if (found?.kind !== 'scalar' || found.column === null) return []
    return [[name(found.column), value(given === null ? null : dialect.encode(found.type, given))] as const]
  })
}

/** With components and links. */
export async function deleteUser(context: UsersContext, scope: WriteScope, id: number): Promise<void> {
  const { schema, database } = context.content
  const link = linkOf(schema, USER_UID, 'role')
  const bound = idValue(database.dialect, id)
  if (link !== null) await scope.ask(sql`delete from ${table(link.table)} where ${name(link.parentColumn)} = ${bound}`)
  await deleteEntry(scope, userType(context), id)
}

/** Gives a user a role instead of the one they had; last in its order, where the database has one. */
export async function setRole(context: UsersContext, run: Run, userId: number, roleId: number): Promise<void> {
  const { schema, database } = context.content
  const link = linkOf(schema, USER_UID, 'role')
  if (link === null) return
  const [user, role] = [idValue(database.dialect, userId), idValue(database.dialect, roleId)]
  const [parent, child] = [name(link.parentColumn), name(link.childColumn)]
  await run(sql`delete from ${table(link.table)} where ${parent} = ${user}`)
  const order = linkOf(schema, ROLE_UID, 'users')?.orderColumn ?? null
  if (order === null) await run(sql`insert into ${table(link.table)} (${parent}, ${child}) values (${user}, ${role})`)
  else {
    const last = sql`select coalesce(max(${name(order)}), 0) + 1 from ${table(link.table)} where ${child} = ${role}`
    await run(
      sql`insert into ${table(link.table)} (${parent}, ${child}, ${name(order)}) values (${user}, ${role}, (${last}))`,
    )
  }
}
