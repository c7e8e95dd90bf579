/** The part of the end users that signing in needs. */

import type { Schema } from '../../schema/schema.ts'
import { column, name, sql, table } from '../../sql/fragment.ts'
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
import { asksForConfirmation } from './users-settings.ts'

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
  const bound = idValue(dialect, id)
  const [found = [], roles = [], settings = [], changes = []] = await readRows(database, [
    users.select(ATTRIBUTES, sql`where ${column('t', 'id')} = ${bound}`),
    sql`select ${name(link.childColumn)} from ${table(link.table)} where ${name(link.parentColumn)} = ${bound}`,
    selectCoreStore(ADVANCED_SETTINGS),
    selectTokensFrom(dialect, id),
  ])
  const [user] = users.records(ATTRIBUTES, found)
  if (user === undefined) return undefined
  const welcome = !user.blocked && (user.confirmed || !asksForConfirmation(settings[0]?.[0]))
  const roleId = roles[0]?.[0] ?? undefined
  const tokensFrom = tokensFromOf(changes[0], user.password)
  const spared = sparedTokenOf(changes[0])
  return Object.freeze({ welcome, roleId: roleId === undefined ? undefined : Number(roleId), tokensFrom, spared })
}

const ATTRIBUTES = ['blocked', 'confirmed', 'password'] as const

/** Where Strapi's admin panel stores the settings for users. */
const ADVANCED_SETTINGS = 'plugin_users-permissions_advanced'
