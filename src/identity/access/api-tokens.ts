/** API tokens: secrets that administrators issue, stored as hashes, each with its own rights. */
import { createHmac } from 'node:crypto'
import type { Access } from '../../plan/access.ts'
import type { Schema } from '../../schema/schema.ts'
import { column, type Fragment, sql } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import type { Database } from '../../storage/database.ts'
import { API_TOKEN, API_TOKEN_PERMISSION, linkOf } from '../records/record-shape.ts'
import { readRows, StoredRows } from '../records/stored-rows.ts'
import { actionName, READ_ACTIONS } from './content-actions.ts'
import { EVERYTHING, makeAccess } from './make-access.ts'

export interface ApiToken {
  readonly id: number
  readonly name: string
  readonly access: Access
  /** Milliseconds since 1970; `null` for a token that never expires. */
  readonly expiresAt: number | null
}

/** What is stored of a token: HMAC-SHA512 with the project's salt, in hex, as in Strapi. */
export function hashApiToken(token: string, salt: string): string {
  return createHmac('sha512', salt).update(token).digest('hex')
}

/** All tokens by hash. They are created by hand and few, so all are read at once. */
export async function loadApiTokens(database: Database, schema: Schema): Promise<ReadonlyMap<string, ApiToken>> {
  const { dialect } = database
  const tokens = new StoredRows(dialect, schema, API_TOKEN)
  const [found = [], granted = []] = await readRows(database, [
    tokens.exists ? tokens.select(ATTRIBUTES, sql``) : null,
    selectTokenActions(dialect, schema),
  ])
  const actions = tokenActions(dialect, schema, granted)
  return new Map(
    tokens.records(ATTRIBUTES, found).map(({ id, name, type, accessKey, expiresAt }) => {
      const access = accessOf(type, actions.get(id) ?? [], schema)
      return [
        accessKey,
        Object.freeze({ id, name, access, expiresAt: expiresAt === null ? null : Date.parse(expiresAt) }),
      ]
    }),
  )
}

const ATTRIBUTES = ['name', 'type', 'accessKey', 'expiresAt'] as const

/** An unknown type of token may do nothing. */
function accessOf(type: string, granted: readonly string[], schema: Schema): Access {
  if (type === 'full-access') return EVERYTHING
  if (type === 'read-only') return makeAccess(readActions(schema))
  return makeAccess(type === 'custom' ? granted : [])
}

/** The actions called `find` and `findOne`, also of components; those of files have a different prefix. */
function readActions(schema: Schema): readonly string[] {
  const owners = [...schema.types.keys(), ...schema.components.keys(), 'plugin::upload.content-api']
  return owners.flatMap(owner => READ_ACTIONS.map(action => actionName(owner, action)))
}

/** Selects the rows for `tokenActions`. Databases from before Strapi 4.4 have no such tables. */
export function selectTokenActions(dialect: SqlDialect, schema: Schema): Fragment | null {
  const link = linkOf(schema, API_TOKEN_PERMISSION.uid, 'token')
  const rest = sql`order by ${column('t', 'id')}`
  const permissions = new StoredRows(dialect, schema, API_TOKEN_PERMISSION)
  return permissions.selectLinked(link, ['action'], { from: 'parent', rest })
}

/** The actions of custom tokens, by token id. */
export function tokenActions(
  dialect: SqlDialect,
  schema: Schema,
  rows: readonly Row[],
): ReadonlyMap<number, readonly string[]> {
  const found = new StoredRows(dialect, schema, API_TOKEN_PERMISSION).linkedRecords(['action'], rows)
  return new Map([...found].map(([tokenId, permissions]) => [tokenId, permissions.map(({ action }) => action)]))
}
