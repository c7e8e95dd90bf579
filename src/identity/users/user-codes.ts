/**
 * The codes sent by mail, in our own table `user_codes`. They are stored as hashes, expire, and are bound to their
 * purpose. A code for a new password ends with the old password and with the address it was sent to, whoever changes
 * them. Codes that Strapi has stored with the user work too, for the same time after the last change to the user.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type Fragment, sql, table, value } from '../../sql/fragment.ts'
import { USER_CODES_TABLE } from '../../tables/desired/own-tables.ts'
import { sameSecret } from '../../util/same-secret.ts'
import { changeIn, type Run } from '../records/change-rights.ts'
import { readRows } from '../records/read-rows.ts'
import { idValue } from '../records/stored-type.ts'
import { changedSince, findUserById, has, type StoredUser, updateUser, usersWith } from './user-store.ts'
import type { UsersContext } from './users-context.ts'

export type CodePurpose = 'resetPassword' | 'confirmation'

/** The attribute in which Strapi stores such a code. */
const STRAPI_ATTRIBUTES = { resetPassword: 'resetPasswordToken', confirmation: 'confirmationToken' } as const

/** No user has this id. */
const NOBODY = 0
/** As many as in Strapi. */
const CODE_BYTES = { resetPassword: 64, confirmation: 20 } as const

/** The user that a code belongs to. */
export interface CodeOwner {
  readonly user: StoredUser
  readonly purpose: CodePurpose
  readonly code: string
  readonly isStrapis: boolean
}

/** Replaces the previous code. For an address that nobody has, does the same work, so it takes the same time. */
export async function makeCode(
  context: UsersContext,
  purpose: CodePurpose,
  user: StoredUser | undefined,
): Promise<string> {
  const { database } = context.content
  const code = randomBytes(CODE_BYTES[purpose]).toString('hex')
  const id = idValue(database.dialect, user?.id ?? NOBODY)
  const now = context.clock()
  const ended = sql`expires_at <= ${moment(context, now)} or (purpose = ${value(purpose)} and user_id = ${id})`
  const expires = moment(context, now + lifetimeOf(context, purpose))
  const values = sql`${value(hashOf(code))}, ${value(purpose)}, ${id}, ${value(boundTo(purpose, user))}, ${expires}`
  await changeIn(database, async run => {
    await run(sql`delete from ${codes(context)} where ${ended}`)
    await run(sql`insert into ${codes(context)} (code_hash, purpose, user_id, bound_to, expires_at) values (${values})`)
  })
  return code
}

export async function findCodeOwner(
  context: UsersContext,
  purpose: CodePurpose,
  code: string,
): Promise<CodeOwner | undefined> {
  const valid = sql`code_hash = ${value(hashOf(code))} and purpose = ${value(purpose)} and expires_at > ${moment(context, context.clock())}`
  const [[row] = []] = await readRows(context.content.database, [
    sql`select user_id, bound_to from ${codes(context)} where ${valid}`,
  ])
  const user = row === undefined ? undefined : await findUserById(context, Number(row[0]))
  if (user !== undefined && sameSecret(String(row?.[1]), boundTo(purpose, user)))
    return { user, purpose, code, isStrapis: false }
  const since = new Date(context.clock() - lifetimeOf(context, purpose))
  const others = await usersWith(context, STRAPI_ATTRIBUTES[purpose], changedSince(context, since))
  const other = others.filter(({ text }) => sameSecret(code, text)).map(({ user }) => user)[0]
  return other === undefined ? undefined : { user: other, purpose, code, isStrapis: true }
}

/** Uses up a code, inside a transaction. Returns false if somebody else was faster. */
export async function spendCode(
  context: UsersContext,
  run: Run,
  { user, purpose, code, isStrapis }: CodeOwner,
): Promise<boolean> {
  if (!isStrapis) {
    const spent = sql`delete from ${codes(context)} where code_hash = ${value(hashOf(code))} returning user_id`
    return (await run(spent)).length > 0
  }
  const attribute = STRAPI_ATTRIBUTES[purpose]
  return updateUser(context, run, {
    id: user.id,
    values: { [attribute]: null },
    where: has(context, attribute, code),
  })
}

/** Ends a user's codes for a new password, inside the transaction that sets one. */
export async function endResetCodes(context: UsersContext, run: Run, userId: number): Promise<void> {
  const own = sql`purpose = 'resetPassword' and user_id = ${idValue(context.content.database.dialect, userId)}`
  await run(sql`delete from ${codes(context)} where ${own}`)
  await updateUser(context, run, { id: userId, values: { [STRAPI_ATTRIBUTES.resetPassword]: null } })
}

/** Ends all codes that were sent to an address, inside the transaction that changes it. */
export async function endAllCodes(context: UsersContext, run: Run, userId: number): Promise<void> {
  await run(sql`delete from ${codes(context)} where user_id = ${idValue(context.content.database.dialect, userId)}`)
  const values = Object.fromEntries(Object.values(STRAPI_ATTRIBUTES).map(attribute => [attribute, null]))
  await updateUser(context, run, { id: userId, values })
}

/** In milliseconds. */
function lifetimeOf({ config }: UsersContext, purpose: CodePurpose): number {
  return (purpose === 'resetPassword' ? config.resetCodeLifetime : config.confirmationCodeLifetime) * 1000
}

/** The values that a code depends on. When they change, the code is no longer valid. */
function boundTo(purpose: CodePurpose, user: StoredUser | undefined): string {
  return hashOf(JSON.stringify([user?.id, user?.email, purpose === 'resetPassword' ? user?.password : null]))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function codes({ content }: UsersContext): Fragment {
  return table(USER_CODES_TABLE, content.database.dialect.ownSchema)
}

function moment({ content }: UsersContext, milliseconds: number): Fragment {
  return value(content.database.dialect.encode('biginteger', milliseconds))
}
