/** API tokens: secrets that administrators hand out, stored as hashes, each with rights of its own. */
import { createHmac } from 'node:crypto'
import type { Access } from '../../plan/access.ts'
import type { Schema } from '../../schema/schema.ts'
import { column, type Fragment, sql, table } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Database } from '../../storage/database.ts'
import { readRows } from '../records/read-rows.ts'
import { API_TOKEN_PERMISSION_UID, API_TOKEN_UID, linkOf, scalarOf, tableOf } from '../records/stored-type.ts'
import { actionName, READ_ACTIONS } from './content-actions.ts'
import { EVERYTHING, makeAccess } from './make-access.ts'

export interface ApiToken {
  readonly access: Access
  /** Milliseconds since 1970; `null` for a token that never expires. */
  readonly expiresAt: number | null
}

/** What is stored of a token: the hex text of HMAC-SHA512 with the project's salt, as Strapi has it. */
export function hashApiToken(token: string, salt: string): string {
  return createHmac('sha512', salt).update(token).digest('hex')
}

/** All tokens by their hash. They are made by hand and few, so that all are read at once. */
export async function loadApiTokens(database: Database, schema: Schema): Promise<ReadonlyMap<string, ApiToken>> {
  const [tokens = [], permissions = []] = await readRows(database, [
    selectTokens(database.dialect, schema),
    selectActions(schema),
  ])
  return new Map(
    tokens.map(([id, type, accessKey, expiresAt]) => {
      const granted = permissions
        .filter(([tokenId]) => Number(tokenId) === Number(id))
        .map(([, action]) => String(action))
      const access = accessOf(String(type), granted, schema)
      return [String(accessKey), Object.freeze({ access, expiresAt: momentOf(database.dialect, expiresAt) })]
    }),
  )
}

/** A type of token that is not known may do nothing. */
function accessOf(type: string, granted: readonly string[], schema: Schema): Access {
  if (type === 'full-access') return EVERYTHING
  if (type === 'read-only') return makeAccess(readActions(schema))
  return makeAccess(type === 'custom' ? granted : [])
}

/** The actions called `find` and `findOne`; files have theirs under a name of their own. */
function readActions(schema: Schema): readonly string[] {
  const owners = [...schema.types.keys(), 'plugin::upload.content-api']
  return owners.flatMap(owner => READ_ACTIONS.map(action => actionName(owner, action)))
}

/** A date-time that cannot be understood lies in the past: such a token is expired. */
function momentOf(dialect: SqlDialect, stored: unknown): number | null {
  if (stored === null || stored === undefined) return null
  const text: unknown = JSON.parse(dialect.writers.datetime(stored))
  return typeof text === 'string' ? Date.parse(text) : 0
}

function selectTokens(dialect: SqlDialect, schema: Schema): Fragment | null {
  const tokens = tableOf(schema, API_TOKEN_UID)
  if (tokens === null) return null
  const scalar = (attribute: string) => scalarOf(schema, API_TOKEN_UID, attribute, 't')
  const expiresAt = dialect.read('datetime', scalar('expiresAt'))
  return sql`select ${column('t', 'id')}, ${scalar('type')}, ${scalar('accessKey')}, ${expiresAt} from ${tokens} as t`
}

/** Rows `(api_token_id, action)`; databases from before Strapi 4.4 have no such tables. */
function selectActions(schema: Schema): Fragment | null {
  const permissions = tableOf(schema, API_TOKEN_PERMISSION_UID)
  const link = linkOf(schema, API_TOKEN_PERMISSION_UID, 'token')
  if (permissions === null || link === null) return null
  const columns = sql`${column('l', link.childColumn)}, ${scalarOf(schema, API_TOKEN_PERMISSION_UID, 'action', 'p')}`
  const joined = sql`${permissions} as p join ${table(link.table)} as l on ${column('l', link.parentColumn)} = ${column('p', 'id')}`
  return sql`select ${columns} from ${joined}`
}
