/** Plans and judges a user like any other entry. */

import type { PreparedEntry } from '../../content/write/prepare-entries.ts'
import { readingScope } from '../../content/write/reading-scope.ts'
import type { AfterCommit } from '../../content/write/run-hooks.ts'
import { hashPasswords, type PasswordHashes } from '../../content/write/values/password-hashes.ts'
import { judgeStored, planInput } from '../../content/write/values/write-input.ts'
import type { WritePolicy } from '../../content/write/write-order.ts'
import { refusedNames } from '../../plan/write/pick-writable.ts'
import { judgeWrite, type PlannedWrite } from '../../plan/write/plan-write.ts'
import type { JsonObject } from '../../schema/json-value.ts'
import type { Model } from '../../schema/schema.ts'
import type { Caller } from '../access/authenticate.ts'
import type { Problem } from './user-problem.ts'
import { userType } from './user-store.ts'
import { withoutSystem } from './user-values.ts'
import type { UsersContext } from './users-context.ts'

export interface UserInput {
  readonly caller: Caller
  /** The sent values that may be looked at. */
  readonly given: JsonObject
  /** The values that the server sets, whatever was sent. */
  readonly decided?: JsonObject
  /** `null` for a new user. */
  readonly id: number | null
}

export interface PlannedUser {
  readonly id: number | null
  /** Passwords are still in plain text. */
  readonly planned: PlannedWrite
  /** The fields that the caller may not write. */
  readonly closed: readonly Problem[]
  /** The hashes of the passwords in the body. Empty if the body will be refused. */
  readonly hashes: PasswordHashes
}

/** Refuses fields that the caller may not write, without looking at them any further. Roles are assigned elsewhere. */
export async function planUser(context: UsersContext, input: UserInput): Promise<PlannedUser> {
  const user = await planValues(context, input)
  const isGood = user.closed.length === 0 && withoutRole(judgeWrite(user.planned, { isDraft: false })).length === 0
  return { ...user, hashes: isGood ? await hashPasswords(context.content, [user.planned.write]) : new Map() }
}

async function planValues(context: UsersContext, input: UserInput): Promise<Omit<PlannedUser, 'hashes'>> {
  const { content, clock } = context
  const { caller, decided, id } = input
  const type = userType(context)
  const mode = id === null ? 'create' : 'update'
  const refused = new Set(refusedNames(input.given, type, { mode, access: caller }))
  const { role: _, ...given } = Object.fromEntries(Object.entries(input.given).filter(([name]) => !refused.has(name)))
  // Names and addresses must be the same text for everyone, so no database may take less strict values.
  const settings = { ...content.settings, strictTypes: true }
  const access = { ...caller, writeFields: new Map() }
  const planned = planInput(
    { ...content, settings, clock: () => new Date(clock()) },
    { type, access, data: { ...withoutSystem(given), ...decided } },
    { mode, defaultLocale: await content.defaultLocale() },
  )
  const closed = [...refused].map(name => ({ path: [name], message: `Invalid parameter ${name}` }))
  return { id, planned, closed }
}

/** Whether the user gets a new password. */
export function hasPassword({ planned }: PlannedUser): boolean {
  return planned.write.scalars.some(({ attribute, value }) => attribute.name === 'password' && value !== null)
}

/** Reports what is wrong with a user, by throwing. */
export type ReportProblems = (problems: readonly Problem[]) => void

/** Judges the user in the transaction, and reports everything that is wrong in the order of the attributes. */
export function judgeUser(
  { closed }: Pick<PlannedUser, 'closed'>,
  report: ReportProblems,
): NonNullable<WritePolicy['judge']> {
  return async (scope, { planned, checked }) =>
    report(inOrder(planned.write.model, [...closed, ...withoutRole(await judgeStored(scope, planned, checked))]))
}

/** The same before the transaction, in which others may have written what is wrong then. */
export async function judgeUserNow(context: UsersContext, input: UserInput, report: ReportProblems): Promise<void> {
  const user = await planValues(context, input)
  const checked = { isDraft: false, id: user.id, translations: [] }
  await judgeUser(user, report)(await readingScope(context.content), { planned: user.planned, checked })
}

/** Every user gets a role, so a required one is never missing. */
function withoutRole(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(({ path }) => path[0] !== 'role')
}

/** The user as an entry that is ready to be stored. */
export function preparedUser({ id, planned, hashes }: PlannedUser, after: AfterCommit | undefined): PreparedEntry {
  const shared = { data: {}, hashes, after }
  return id === null
    ? { ...shared, target: { kind: 'new' }, asNew: { planned, wanted: [] } }
    : { ...shared, target: { kind: 'stored', id }, asChange: planned }
}

/** Problems with the user as a whole come last. */
function inOrder(type: Model, problems: readonly Problem[]): readonly Problem[] {
  const names = [...type.attributes.keys()]
  const place = ({ path: [name] }: Problem) => (name === undefined ? names.length : names.indexOf(name))
  return problems.toSorted((a, b) => place(a) - place(b))
}
