/**
 * The passkeys of administrators, in our own table `passkeys`. Nothing in it is secret: the private key never leaves the
 * person's device. A passkey counts only for the administrator who made it and at the site that it was made for.
 */
import { randomBytes } from 'node:crypto'
import { PopulusError } from '../../errors.ts'
import { type Fragment, join, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import { PASSKEYS_TABLE } from '../../tables/desired/own-tables.ts'
import type { Run } from '../records/change-rights.ts'
import { epochValue, idValue } from '../records/record-shape.ts'
import type { Administrator } from './administrators.ts'

export interface Passkey {
  /** By which the person names it to us. */
  readonly id: string
  readonly adminId: number
  readonly adminSince: string
  /** By which the device knows it, in base64url. */
  readonly credentialId: string
  /** In base64url. */
  readonly publicKey: string
  /** How often the device says that it was used; 0 for devices that do not count. */
  readonly counter: number
  readonly transports: readonly string[]
  /** The name of the host that it was made for. */
  readonly site: string
  /** By which the device knows the account. The passkeys of one account share it. */
  readonly userHandle: string
  readonly name: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** 0: never. */
  readonly usedAt: number
}

export type NewPasskey = Omit<Passkey, 'id' | 'adminId' | 'adminSince' | 'usedAt'>

/** Nobody has as many devices. */
export const MOST_PASSKEYS = 50

const COLUMNS = sql`id, admin_id, admin_since, credential_id, public_key, counter, transports, site, user_handle, title, created_at, used_at`

/** The oldest first. */
export function selectPasskeys(dialect: SqlDialect, administrator: Administrator): Fragment {
  return sql`select ${COLUMNS} from ${passkeys(dialect)} where ${areOf(dialect, administrator)} order by created_at, id`
}

export function selectPasskey(dialect: SqlDialect, credentialId: string): Fragment {
  return sql`select ${COLUMNS} from ${passkeys(dialect)} where credential_id = ${value(credentialId)}`
}

export function toPasskey(row: Row): Passkey {
  const [id, adminId, adminSince, credentialId, publicKey, counter, transports, site, ...rest] = row
  const [userHandle, name, createdAt, usedAt] = rest
  return {
    id: String(id),
    adminId: Number(adminId),
    adminSince: String(adminSince),
    credentialId: String(credentialId),
    publicKey: String(publicKey),
    counter: Number(counter),
    transports: JSON.parse(String(transports)) as readonly string[],
    site: String(site),
    userHandle: String(userHandle),
    name: String(name),
    createdAt: Number(createdAt),
    usedAt: Number(usedAt),
  }
}

export function isOwner({ id, createdAt }: Administrator, { adminId, adminSince }: Passkey): boolean {
  return id === adminId && sinceOf(createdAt) === adminSince
}

/** Returns its id. Rejects with `taken` if the device has registered it before. */
export async function insertPasskey(
  run: Run,
  dialect: SqlDialect,
  administrator: Administrator,
  passkey: NewPasskey,
): Promise<string> {
  const id = randomBytes(12).toString('hex')
  const values = join([
    value(id),
    idValue(dialect, administrator.id),
    value(sinceOf(administrator.createdAt)),
    value(passkey.credentialId),
    value(passkey.publicKey),
    epochValue(dialect, passkey.counter),
    value(JSON.stringify(passkey.transports)),
    value(passkey.site),
    value(passkey.userHandle),
    value(passkey.name),
    epochValue(dialect, passkey.createdAt),
    epochValue(dialect, 0),
  ])
  const made = await run(
    sql`insert into ${passkeys(dialect)} (${COLUMNS}) values (${values}) on conflict (credential_id) do nothing returning id`,
  )
  if (made.length === 0) throw new PopulusError('taken', { what: 'this passkey' })
  return id
}

/** False if the counter has gone on meanwhile: the same key is at work in two places. */
export async function recordUse(
  run: Run,
  dialect: SqlDialect,
  { id, counter, usedAt }: Pick<Passkey, 'id' | 'counter' | 'usedAt'>,
): Promise<boolean> {
  const given = epochValue(dialect, counter)
  const isNext = counter === 0 ? sql`counter = 0` : sql`counter < ${given}`
  const changed = await run(sql`
    update ${passkeys(dialect)} set counter = ${given}, used_at = ${epochValue(dialect, usedAt)}
    where id = ${value(id)} and ${isNext} returning id`)
  return changed.length > 0
}

export async function nameStoredPasskey(
  run: Run,
  dialect: SqlDialect,
  administrator: Administrator,
  { id, name }: Pick<Passkey, 'id' | 'name'>,
): Promise<void> {
  const own = sql`id = ${value(id)} and ${areOf(dialect, administrator)}`
  await run(sql`update ${passkeys(dialect)} set title = ${value(name)} where ${own}`)
}

/** False if there is none. */
export async function deletePasskey(
  run: Run,
  dialect: SqlDialect,
  administrator: Administrator,
  id: string,
): Promise<boolean> {
  const own = sql`id = ${value(id)} and ${areOf(dialect, administrator)}`
  return (await run(sql`delete from ${passkeys(dialect)} where ${own} returning id`)).length > 0
}

/** All of them. Returns how many. */
export async function deletePasskeysOf(run: Run, dialect: SqlDialect, adminId: number): Promise<number> {
  const own = sql`admin_id = ${idValue(dialect, adminId)}`
  return (await run(sql`delete from ${passkeys(dialect)} where ${own} returning id`)).length
}

function areOf(dialect: SqlDialect, { id, createdAt }: Administrator): Fragment {
  return sql`admin_id = ${idValue(dialect, id)} and admin_since = ${value(sinceOf(createdAt))}`
}

/** Databases of others may not say when an administrator was created. */
function sinceOf(createdAt: string | null): string {
  return createdAt ?? ''
}

function passkeys({ ownSchema }: SqlDialect): Fragment {
  return table(PASSKEYS_TABLE, ownSchema)
}
