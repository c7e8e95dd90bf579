/** The part of the end users that signing in needs. */

import type { Schema } from '../../schema/schema.ts'
import { name, sql, table } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { selectCoreStore } from '../../tables/core-store.ts'
import { idValue, linkOf, USER } from '../records/record-shape.ts'
import { readRows, StoredRows } from '../records/stored-rows.ts'
import {
  type SparedToken,
  selectTokensFrom,
  settleTokens,
  sparedTokenOf,
  tokensFromOf,
} from '../sign-in/password-changes.ts'
import { ADVANCED_SETTINGS, asksForConfirmation } from './users-settings.ts'

export interface User {
  /** False for blocked users, and for unconfirmed ones if the project requires confirmation. */
  readonly welcome: boolean
  readonly roleId: number | undefined
  /** Tokens issued before this second no longer count, because the password was changed then. */
  readonly tokensFrom: number
  /** An older token that counts nevertheless. */
  readonly spared: SparedToken | null
}

export async function loadUser(database: Database, schema: Schema, id: number): Promise<User | undefined> {
  const found = await readUser(database, schema, id)
  if (found?.tokensFrom !== null) return found as User | undefined
  await settleTokens(database, schema, id)
  const settled = await readUser(database, schema, id)
  return settled && Object.freeze({ ...settled, tokensFrom: settled.tokensFrom ?? Number.POSITIVE_INFINITY })
}

type UnsettledUser = Omit<User, 'tokensFrom'> & { readonly tokensFrom: number | null }

async function readUser(database: Database, schema: Schema, id: number): Promise<UnsettledUser | undefined> {
  const { dialect } = database
  const users = new StoredRows(dialect, schema, USER)
  const link = linkOf(schema, USER.uid, 'role')
  if (!users.exists || link === null) return undefined
  const own = users.select(ATTRIBUTES, sql`where ${users.hasId(id)}`)
  const role = sql`select ${name(link.childColumn)} from ${table(link.table)} where ${name(link.parentColumn)} = ${idValue(dialect, id)} limit 1`
  const settings = sql`${selectCoreStore(ADVANCED_SETTINGS)} limit 1`
  // One statement, because every user is read once after each change of rights.
  const [[row] = []] = await readRows(database, [
    sql`select (${role}), (${settings}), c.*, t.* from (${own}) as t left join (${selectTokensFrom(dialect, id)}) as c on 1 = 1`,
  ])
  if (row === undefined) return undefined
  const [roleId, advanced] = row
  const changes = row.slice(2, 6)
  const user = users.records(ATTRIBUTES, [row.slice(6)])[0]!
  const welcome = !user.blocked && (user.confirmed || !asksForConfirmation(advanced))
  const tokens = changes[0] === null ? undefined : changes
  return Object.freeze({
    welcome,
    roleId: roleId === null ? undefined : Number(roleId),
    tokensFrom: tokensFromOf(tokens, user.password),
    spared: sparedTokenOf(tokens),
  })
}

const ATTRIBUTES = ['blocked', 'confirmed', 'password'] as const
