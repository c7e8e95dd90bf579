/** Creates, lists, changes, regenerates and revokes API tokens, stored exactly as Strapi v4 stores them. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { TokenInfo } from '../../admin-api/access-api.ts'
import { PopulusError } from '../../errors.ts'
import { hashApiToken, selectTokenActions, tokenActions } from '../../identity/access/api-tokens.ts'
import { changeRights, type Run } from '../../identity/records/change-rights.ts'
import { API_TOKEN, idValue } from '../../identity/records/record-shape.ts'
import { readRows, StoredRows } from '../../identity/records/stored-rows.ts'
import { badInput, checkInput, text, textList } from '../../input/check-input.ts'
import { column, sql, value } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import { noSuchName } from '../../util/no-such-name.ts'
import { addPermissions, checkPermissions, removePermissions, type TokenContext } from './token-permissions.ts'

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
const changedToken = newToken.omit({ lifespanDays: true }).partial()

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
    await checkFree(context, run, values.name)
    const row = { description: '', ...values, ...limits, accessKey: hash, lastUsedAt: null }
    const id = await stored(context).insert(run, row, new Date(now))
    await addPermissions(context, run, id, permissions)
    return findIn(context, run, id)
  })
  return { ...record, accessKey }
}

/** The secret and the expiry date stay. Other rights apply from the next request on. */
export async function updateToken(context: TokenContext, id: number, input: unknown): Promise<TokenInfo> {
  const { permissions, ...values } = checkInput(changedToken, input)
  return changeRights(context, async run => {
    const before = await findIn(context, run, id)
    const { name = before.name, type = before.type } = values
    const held = before.permissions ?? []
    const wanted = permissions ?? (type === 'custom' ? held : [])
    checkPermissions(context, type, wanted, held)
    if (name !== before.name) await checkFree(context, run, name)
    await stored(context).update(run, id, values, { now: new Date(context.clock()) })
    await removePermissions(context, run, id)
    await addPermissions(context, run, id, wanted)
    return findIn(context, run, id)
  })
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

function newSecret(): string {
  return randomBytes(TOKEN_BYTES).toString('hex')
}

function hashOf({ secrets }: TokenContext, accessKey: string): string {
  if (secrets.apiTokenSalt === undefined) throw new PopulusError('noTokenSalt')
  return hashApiToken(accessKey, secrets.apiTokenSalt)
}

async function checkFree(context: TokenContext, run: Run, wanted: string): Promise<void> {
  const rows = stored(context)
  const taken = await run(rows.select([], sql`where ${rows.column('name')} = ${value(wanted)}`))
  if (taken.length > 0) throw new PopulusError('taken', { what: `an API token with the name ${wanted}` })
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
