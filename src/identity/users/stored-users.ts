/** The end users, as far as signing in is concerned. */
import { type Schema, USER_UID } from '../../schema/schema.ts'
import { column, type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { readRows } from '../records/read-rows.ts'
import { idValue, linkOf, scalarOf, tableOf } from '../records/stored-type.ts'
import { selectTokensFrom, settleTokens, tokensFromOf } from './password-changes.ts'

export interface User {
  /** False for blocked users, and for unconfirmed ones where the project asks for confirmation. */
  readonly welcome: boolean
  readonly roleId: number | undefined
  /** Tokens made before this second do not count any more: the password was changed then. */
  readonly tokensFrom: number
}

/** The user with this id, or `undefined`. */
export async function loadUser(database: Database, schema: Schema, id: number): Promise<User | undefined> {
  const found = await readUser(database, schema, id)
  if (found?.tokensFrom !== null) return found as User | undefined
  await settleTokens(database, schema, id)
  const settled = await readUser(database, schema, id)
  return settled && Object.freeze({ ...settled, tokensFrom: settled.tokensFrom ?? Number.POSITIVE_INFINITY })
}

type UnsettledUser = Omit<User, 'tokensFrom'> & { readonly tokensFrom: number | null }

async function readUser(database: Database, schema: Schema, id: number): Promise<UnsettledUser | undefined> {
  const statements = [selectUser(database, schema, id), selectSettings(), selectTokensFrom(database.dialect, id)]
  const [users = [], settings = [], changes = []] = await readRows(database, statements)
  const [user] = users
  if (user === undefined) return undefined
  const [blocked, confirmed, password, roleId] = user
  const isTrue = (stored: unknown) => stored === true || stored === 1
  const welcome = !isTrue(blocked) && (isTrue(confirmed) || !asksForConfirmation(settings[0]?.[0]))
  const tokensFrom = tokensFromOf(changes[0], password === null ? null : String(password))
  return Object.freeze({ welcome, roleId: roleId === null ? undefined : Number(roleId), tokensFrom })
}

function selectUser(database: Database, schema: Schema, id: number): Fragment | null {
  const users = tableOf(schema, USER_UID)
  const link = linkOf(schema, USER_UID, 'role')
  if (users === null || link === null) return null
  const scalar = (attribute: string) => scalarOf(schema, USER_UID, attribute, 'u')
  const columns = sql`${scalar('blocked')}, ${scalar('confirmed')}, ${scalar('password')}, ${column('l', link.childColumn)}`
  const joined = sql`${users} as u left join ${table(link.table)} as l on ${column('l', link.parentColumn)} = ${column('u', 'id')}`
  return sql`select ${columns} from ${joined} where ${column('u', 'id')} = ${idValue(database.dialect, id)}`
}

/** The advanced settings of the users, where Strapi's admin panel keeps them. */
function selectSettings(): Fragment {
  const key = value('plugin_users-permissions_advanced')
  return sql`select ${column('s', 'value')} from ${table('strapi_core_store_settings')} as s where ${column('s', 'key')} = ${key}`
}

/** Settings that cannot be understood ask for it. */
function asksForConfirmation(stored: unknown): boolean {
  if (stored === undefined || stored === null) return false
  try {
    const settings: unknown = JSON.parse(String(stored))
    return typeof settings === 'object' && settings !== null && Reflect.get(settings, 'email_confirmation') === true
  } catch {
    return true
  }
}
