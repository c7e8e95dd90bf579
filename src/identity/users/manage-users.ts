/** Lets administrators and other privileged callers create, change and delete users. */

import { isOpenRow } from '../../content/write/open-rows.ts'
import { readingScope } from '../../content/write/reading-scope.ts'
import { PopulusError } from '../../errors.ts'
import type { JsonObject } from '../../schema/json-value.ts'
import { ROLE_UID } from '../../schema/schema.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import { changedRoleProblems, newRoleProblems, referredRole } from '../access/role-reference.ts'
import { loadRoles } from '../access/role-rights.ts'
import { holdPassword } from '../sign-in/password-changes.ts'
import { bodyRecord, type FieldRule, ownValue, textProblems } from './check-body.ts'
import { userAnswer } from './user-answer.ts'
import { endAllCodes, endResetCodes } from './user-codes.ts'
import { hasPassword, judgeUserNow, planUser } from './user-entry.ts'
import { runUserHooks } from './user-hooks.ts'
import { invalid, type Problem } from './user-problem.ts'
import { endUserTokens, findUserById, has, isTaken, looking, userType } from './user-store.ts'
import { withoutProtected } from './user-values.ts'
import type { UserRequest, UsersContext } from './users-context.ts'
import { loadUsersSettings } from './users-settings.ts'
import { eraseUser, writeUser } from './write-user.ts'

const NEW_FIELDS: Readonly<Record<string, FieldRule>> = {
  email: { email: true, required: true },
  username: { min: 1, required: true },
  password: { min: 1, required: true },
}
const CHANGED_FIELDS: Readonly<Record<string, FieldRule>> = {
  email: { email: true, min: 1 },
  username: { min: 1 },
  password: { min: 1 },
}

/** Returns the JSON of the new user. */
export async function createUser(context: UsersContext, { caller, body }: UserRequest): Promise<string | null> {
  const checkNew = (values: JsonObject) =>
    checkAll([...fieldProblems(values, NEW_FIELDS), ...newRoleProblems(ownValue(values, 'role'))])
  const sent = bodyRecord(body)
  checkNew(sent)
  const { uniqueEmail } = await loadUsersSettings(context)
  const refuseTaken = async ({ email }: JsonObject, ask = looking(context)) => {
    const sameEmail = has(context, 'email', String(email))
    if (uniqueEmail && (await isTaken(context, ask, sameEmail, null))) throw new PopulusError('emailTaken')
  }
  const inputOf = (given: JsonObject, decided: JsonObject = {}) => ({
    ...{ caller, given, id: null },
    decided: { provider: 'local', ...decided },
  })
  // Strapi reports what the schema requires as one error without details.
  const reportFor = (role: ResolvedRole) => (problems: readonly Problem[]) =>
    checkPlainly([...problems, ...role.problems])
  const check = async (values: JsonObject) => {
    await refuseTaken(values)
    await judgeUserNow(context, inputOf(values), reportFor(await resolveRole(context, values)))
  }
  const write = { action: 'create', caller, id: null, given: sent, check } as const
  const { given, all, after, decided } = await runUserHooks(context, write)
  checkNew(all)
  await refuseTaken(all)
  const role = await resolveRole(context, all)
  const id = await writeUser(context, {
    planned: await planUser(context, inputOf(given, decided)),
    writer: caller,
    check: ({ ask }) => refuseTaken(all, ask),
    report: reportFor(role),
    roleId: role.id,
    after,
  })
  return userAnswer(context, { caller, id, role: true })
}

/** Returns the JSON of the changed user. Ignores what users may not change about themselves when a user tries to. */
export async function changeUser(
  context: UsersContext,
  { caller, body, id: text }: UserRequest & { readonly id: string },
): Promise<string | null> {
  const id = idOfText(text)
  const user = id === null ? undefined : await findUserById(context, id)
  const isThere = id !== null && user !== undefined && (await isOpenUser(context, caller, id, 'update'))
  if (!isThere) throw new PopulusError('userNotFound')
  const sent = bodyRecord(body)
  const checkChanged = (values: JsonObject) =>
    checkAll([...fieldProblems(values, CHANGED_FIELDS), ...changedRoleProblems(ownValue(values, 'role'))])
  const open = caller.userId === id ? withoutProtected(sent, context.fixedAttributes) : sent
  checkChanged(open)
  const { uniqueEmail } = await loadUsersSettings(context)
  const refuseTaken = async (values: JsonObject, ask = looking(context)) => {
    for (const { where, error } of takenChecks(context, values, uniqueEmail))
      if (await isTaken(context, ask, where, id)) throw new PopulusError(error)
  }
  const reportFor = (role: ResolvedRole) => (problems: readonly Problem[]) => checkAll([...problems, ...role.problems])
  const check = async (values: JsonObject) => {
    await refuseTaken(values)
    await judgeUserNow(context, { caller, given: values, id }, reportFor(await resolveRole(context, values)))
  }
  const write = { action: 'update', caller, id, given: open, check } as const
  const { given, decided, all: fields, after } = await runUserHooks(context, write)
  checkChanged(fields)
  await refuseTaken(fields)
  const role = await resolveRole(context, fields)
  const planned = await planUser(context, { caller, given, decided, id })
  if (hasPassword(planned)) await holdPassword(context.content.database, context.content.schema, id)
  await writeUser(context, {
    planned,
    writer: caller,
    check: ({ ask }) => refuseTaken(fields, ask),
    report: reportFor(role),
    roleId: role.id,
    alongside: async ({ ask }) => {
      if (fields.email !== undefined && fields.email !== user.email) await endAllCodes(context, ask, id)
      if (!hasPassword(planned)) return
      await endResetCodes(context, ask, id)
      await endUserTokens(context, ask, id)
    },
    after,
  })
  return userAnswer(context, { caller, id, role: true })
}

/** Returns the JSON of the deleted user; `null` if there was none. */
export async function removeUser(
  context: UsersContext,
  { caller, id: text }: Pick<UserRequest, 'caller'> & { readonly id: string },
): Promise<string | null> {
  const id = idOfText(text)
  const user = id === null ? null : await userAnswer(context, { caller, id })
  if (id === null || user === null || !(await isOpenUser(context, caller, id, 'delete'))) return null
  await eraseUser(context, caller, id)
  return user
}

/** Users outside the rules of rows do not exist for the caller. */
async function isOpenUser(
  context: UsersContext,
  caller: UserRequest['caller'],
  id: number,
  use: 'update' | 'delete',
): Promise<boolean> {
  const writer = { type: userType(context), access: caller }
  return caller.rows === undefined || isOpenRow(await readingScope(context.content), writer, id, use)
}

function checkAll(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalid(problems)
}

function checkPlainly(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new PopulusError('badUser', { message: invalid(problems).message })
}

function fieldProblems(given: JsonObject, rules: Readonly<Record<string, FieldRule>>): readonly Problem[] {
  return Object.entries(rules).flatMap(([name, rule]) => textProblems(name, ownValue(given, name), rule))
}

function takenChecks(context: UsersContext, given: JsonObject, uniqueEmail: boolean) {
  const { username, email } = given
  return [
    ...(typeof username === 'string'
      ? [{ where: has(context, 'username', username), error: 'usernameTaken' } as const]
      : []),
    ...(typeof email === 'string' && uniqueEmail
      ? [{ where: has(context, 'email', email), error: 'emailTaken' } as const]
      : []),
  ]
}

interface ResolvedRole {
  readonly id: number | undefined
  readonly problems: readonly Problem[]
}

async function resolveRole({ content }: UsersContext, values: JsonObject): Promise<ResolvedRole> {
  const wanted = referredRole(ownValue(values, 'role'))
  if (wanted === undefined) return { id: undefined, problems: [] }
  const roles = await loadRoles(content.database, content.schema)
  const id = roles.find(known => String(known.id) === wanted)?.id
  const message = `1 relation(s) of type ${ROLE_UID} associated with this entity do not exist`
  return { id, problems: id === undefined ? [{ path: [], message }] : [] }
}
