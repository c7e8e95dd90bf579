/** Creates, lists, regenerates and revokes API tokens, stored exactly as Strapi v4 stores them. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { TokenInfo } from '../../admin-api/access-api.ts'
import { PopulusError } from '../../errors.ts'
import { knownActionNames } from '../../identity/access/action-owners.ts'
import { hashApiToken, selectTokenActions, tokenActions } from '../../identity/access/api-tokens.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import type { Run } from '../../identity/records/change-rights.ts'
import { changeRights } from '../../identity/records/change-rights.ts'
import { readRows } from '../../identity/records/read-rows.ts'
import { API_TOKEN, API_TOKEN_PERMISSION } from '../../identity/records/record-shape.ts'
import { StoredRows } from '../../identity/records/stored-rows.ts'
import { API_TOKEN_PERMISSION_UID, idValue, linkOf } from '../../identity/records/stored-type.ts'
import { badInput, checkInput, text, textList } from '../../input/check-input.ts'
import { column, type Fragment, name, sql, table, value } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import { noSuchName } from '../../util/no-such-name.ts'

/** What the operations on tokens need. */
type TokenContext = Pick<AdminContext, 'database' | 'schema' | 'secrets' | 'clock'>

/** A token and, only this once, the secret itself. */
export interface NewToken extends TokenInfo {
  readonly accessKey: string
}

const ATTRIBUTES = ['name', 'description', 'type', 'expiresAt', 'lastUsedAt', 'createdAt'] as const
const TOKEN_BYTES = 128
const DAY = 24 * 60 * 60 * 1000
/** Days, as Strapi offers them. */
const LIFESPANS = [7, 30, 90]

const newToken = z.strictObject({
  name: text(),
  description: z
    .string({ error: 'expected a string' })
    .max(255, { error: 'expected at most 255 characters' })
    .optional(),
  type: z.enum(['read-only', 'full-access', 'custom'], { error: 'expected read-only, full-access or custom' }),
  lifespanDays: z
    .number({ error: 'expected 7, 30, 90 or null' })
    .refine(given => LIFESPANS.includes(given), { error: 'expected 7, 30, 90 or null' })
    .nullable()
    .optional(),
  permissions: textList().optional(),
})

export async function listTokens(context: TokenContext): Promise<readonly TokenInfo[]> {
  const { database } = context
  const [tokens = [], permissions = []] = await readRows(database, [
    stored(context).select(ATTRIBUTES, sql`order by ${column('t', 'id')}`),
    selectTokenActions(database.dialect, context.schema),
  ])
  return toTokens(context, tokens, permissions)
}

/** Rejects with `badInput`, `taken`, and with `noTokenSalt` if tokens could not be recognised later. */
export async function createToken(context: TokenContext, input: unknown): Promise<NewToken> {
  const { lifespanDays = null, permissions = [], ...values } = checkInput(newToken, input)
  checkPermissions(context, values.type, permissions)
  const accessKey = newSecret()
  const hash = hashOf(context, accessKey)
  const now = context.clock()
  const end = lifespanDays === null ? null : now + lifespanDays * DAY
  const limits = {
    lifespan: lifespanDays === null ? null : String(lifespanDays * DAY),
    expiresAt: end === null ? null : new Date(end),
  }
  const record = await changeRights(context, async run => {
    if ((await run(selectNamed(context, values.name))).length > 0)
      throw new PopulusError('taken', { what: `an API token with the name ${values.name}` })
    const row = { description: '', ...values, ...limits, accessKey: hash, lastUsedAt: null }
    const id = await stored(context).insert(run, row, new Date(now))
    for (const action of new Set(permissions)) await addPermission(context, run, id, action)
    return findIn(context, run, id)
  })
  return { ...record, accessKey }
}

/** The old secret ends. Everything else stays, including the expiry date. */
export async function regenerateToken(context: TokenContext, id: number): Promise<NewToken> {
  const accessKey = newSecret()
  const hash = hashOf(context, accessKey)
  const record = await changeRights(context, async run => {
    await findIn(context, run, id)
    await stored(context).update(run, id, { accessKey: hash }, { now: new Date(context.clock()) })
    return findIn(context, run, id)
  })
  return { ...record, accessKey }
}

export async function revokeToken(context: TokenContext, id: number): Promise<TokenInfo> {
  return changeRights(context, async run => {
    const record = await findIn(context, run, id)
    await removePermissions(context, run, id)
    await stored(context).delete(run, id)
    return record
  })
}

/** Finds a token by its name or id. */
export async function resolveToken(context: TokenContext, given: string): Promise<TokenInfo> {
  const tokens = await listTokens(context)
  const found = tokens.find(({ name }) => name === given) ?? tokens.find(({ id }) => String(id) === given)
  if (found !== undefined) return found
  const names = tokens.map(({ name }) => name)
  throw badInput([{ path: [], message: noSuchName('API token', given, names) }])
}

function stored({ database, schema }: TokenContext): StoredRows<typeof API_TOKEN> {
  return new StoredRows(database.dialect, schema, API_TOKEN)
}

function storedPermissions({ database, schema }: TokenContext): StoredRows<typeof API_TOKEN_PERMISSION> {
  return new StoredRows(database.dialect, schema, API_TOKEN_PERMISSION)
}

function newSecret(): string {
  return randomBytes(TOKEN_BYTES).toString('hex')
}

function hashOf({ secrets }: TokenContext, accessKey: string): string {
  if (secrets.apiTokenSalt === undefined) throw new PopulusError('noTokenSalt')
  return hashApiToken(accessKey, secrets.apiTokenSalt)
}

function checkPermissions({ schema }: TokenContext, type: string, permissions: readonly string[]): void {
  const path = ['permissions']
  if (type !== 'custom' && permissions.length > 0)
    throw badInput([{ path, message: `a ${type} token has no list of permissions` }])
  if (type === 'custom' && permissions.length === 0)
    throw badInput([{ path, message: 'a custom token needs at least one action' }])
  const known = knownActionNames(schema)
  const unknown = permissions.filter(action => !known.includes(action))
  if (unknown.length === 0) return
  throw badInput(unknown.map(action => ({ path, message: noSuchName('action', action, known) })))
}

function selectNamed(context: TokenContext, wanted: string): Fragment {
  const rows = stored(context)
  return rows.select([], sql`where ${rows.column('name')} = ${value(wanted)}`)
}

async function findIn(context: TokenContext, run: Run, id: number): Promise<TokenInfo> {
  const only = sql`where ${column('t', 'id')} = ${idValue(context.database.dialect, id)}`
  const permissions = selectTokenActions(context.database.dialect, context.schema)
  const rows = await run(stored(context).select(ATTRIBUTES, only))
  const [found] = toTokens(context, rows, permissions === null ? [] : await run(permissions))
  if (found === undefined) throw new PopulusError('notFound')
  return found
}

function toTokens(context: TokenContext, rows: readonly Row[], permissions: readonly Row[]): readonly TokenInfo[] {
  const granted = tokenActions(context.database.dialect, context.schema, permissions)
  return stored(context)
    .records(ATTRIBUTES, rows)
    .map(({ id, name, description, type, expiresAt, lastUsedAt, createdAt }) => {
      const listed = type === 'custom' ? (granted.get(id) ?? []) : null
      return { id, name, description, type, permissions: listed, expiresAt, lastUsedAt, createdAt }
    })
}

async function addPermission(context: TokenContext, run: Run, tokenId: number, action: string): Promise<void> {
  const permissions = storedPermissions(context)
  const id = await permissions.insert(run, { action }, new Date(context.clock()))
  await permissions.connect(run, 'token', id, tokenId)
}

async function removePermissions(context: TokenContext, run: Run, tokenId: number): Promise<void> {
  const link = linkOf(context.schema, API_TOKEN_PERMISSION_UID, 'token')
  if (link === null) return
  const permissions = storedPermissions(context)
  const token = idValue(context.database.dialect, tokenId)
  const rows = await run(
    sql`select ${name(link.parentColumn)} from ${table(link.table)} where ${name(link.childColumn)} = ${token}`,
  )
  for (const [id] of rows) {
    await permissions.disconnect(run, 'token', Number(id))
    await permissions.delete(run, Number(id))
  }
}
