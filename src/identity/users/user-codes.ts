/**
 * The codes sent by mail to users. A code for a new password ends with the old password and with the address it was sent
 * to, whoever changes them. Codes that Strapi has stored with the user work too, for the same time after the last change
 * to the user.
 */
import { sameSecret } from '../../util/same-secret.ts'
import type { Run } from '../records/change-rights.ts'
import * as codes from '../records/one-time-codes.ts'
import { changedSince, findUserById, has, type StoredUser, updateUser, usersWith } from './user-store.ts'
import type { UsersContext } from './users-context.ts'

export type UserCodePurpose = 'resetPassword' | 'confirmation'

/** The attribute in which Strapi stores such a code. */
const STRAPI_ATTRIBUTES = { resetPassword: 'resetPasswordToken', confirmation: 'confirmationToken' } as const

/** As many as in Strapi. */
const CODE_BYTES = { resetPassword: 64, confirmation: 20 } as const

/** The user that a code belongs to. */
export interface CodeOwner {
  readonly user: StoredUser
  readonly purpose: UserCodePurpose
  readonly code: string
  readonly isStrapis: boolean
}

/** Replaces the previous code. For an address that nobody has, does the same work, so it takes the same time. */
export async function makeCode(
  context: UsersContext,
  purpose: UserCodePurpose,
  user: StoredUser | undefined,
): Promise<string> {
  const code = codes.randomCode(CODE_BYTES[purpose])
  const ownerId = user?.id ?? codes.NOBODY
  const boundTo = bindings(purpose, user)
  await codes.storeCode(place(context), { purpose, code, ownerId, boundTo, lifetime: lifetimeOf(context, purpose) })
  return code
}

export async function findCodeOwner(
  context: UsersContext,
  purpose: UserCodePurpose,
  code: string,
): Promise<CodeOwner | undefined> {
  const found = await codes.findCode(place(context), purpose, code)
  const user = found === undefined ? undefined : await findUserById(context, found.ownerId)
  if (user !== undefined && found?.isBoundTo(bindings(purpose, user))) return { user, purpose, code, isStrapis: false }
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
  if (!isStrapis) return codes.spendCode(run, context.content.database.dialect, purpose, code)
  const attribute = STRAPI_ATTRIBUTES[purpose]
  const where = has(context, attribute, code)
  return updateUser(context, run, { id: user.id, values: { [attribute]: null }, where })
}

/** Ends a user's codes for a new password, inside the transaction that sets one. */
export function endResetCodes(context: UsersContext, run: Run, userId: number): Promise<void> {
  return endCodes(context, run, userId, ['resetPassword'])
}

/** Ends all codes that were sent to an address, inside the transaction that changes it. */
export function endAllCodes(context: UsersContext, run: Run, userId: number): Promise<void> {
  return endCodes(context, run, userId, ['resetPassword', 'confirmation'])
}

async function endCodes(context: UsersContext, run: Run, userId: number, purposes: readonly UserCodePurpose[]) {
  await codes.endCodes(run, context.content.database.dialect, purposes, userId)
  const values = Object.fromEntries(purposes.map(purpose => [STRAPI_ATTRIBUTES[purpose], null]))
  await updateUser(context, run, { id: userId, values })
}

/** In milliseconds. */
function lifetimeOf({ config }: UsersContext, purpose: UserCodePurpose): number {
  return (purpose === 'resetPassword' ? config.resetCodeLifetime : config.confirmationCodeLifetime) * 1000
}

function bindings(purpose: UserCodePurpose, user: StoredUser | undefined): readonly unknown[] {
  return [user?.id, user?.email, purpose === 'resetPassword' ? user?.password : null]
}

function place({ content: { database }, clock }: UsersContext) {
  return { database, clock }
}
