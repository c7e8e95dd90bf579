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
import { prepareUser, type UserRole } from './prepare-user.ts'
import { userAnswer } from './user-answer.ts'
import { endAllCodes, endResetCodes } from './user-codes.ts'
import { hasPassword } from './user-entry.ts'
import { invalid, type Problem, refuseProblems } from './user-problem.ts'
import { endUserTokens, findUserById, has, isTaken, userType } from './user-store.ts'
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
    refuseProblems([...fieldProblems(values, NEW_FIELDS), ...newRoleProblems(ownValue(values, 'role'))])
  const sent = bodyRecord(body)
  checkNew(sent)
  const { uniqueEmail } = await loadUsersSettings(context)
  const write = { action: 'create', caller, id: null, given: sent } as const
  const { all: _, ...ready } = await prepareUser(context, write, {
    checkForm: checkNew,
    refuseTaken: async ({ email }, ask) => {
      const sameEmail = has(context, 'email', String(email))
      if (uniqueEmail && (await isTaken(context, ask, sameEmail, null))) throw new PopulusError('emailTaken')
    },
    roleOf: values => resolveRole(context, values),
    // Strapi reports what the schema requires as one error without details.
    report: refusePlainly,
    writer: caller,
    decided: { provider: 'local' },
  })
  const id = await writeUser(context, { ...ready, writer: caller })
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
    refuseProblems([...fieldProblems(values, CHANGED_FIELDS), ...changedRoleProblems(ownValue(values, 'role'))])
  const open = caller.userId === id ? withoutProtected(sent, context.fixedAttributes) : sent
  checkChanged(open)
  const { uniqueEmail } = await loadUsersSettings(context)
  const write = { action: 'update', caller, id, given: open } as const
  const { all: fields, ...ready } = await prepareUser(context, write, {
    checkForm: checkChanged,
    refuseTaken: async (values, ask) => {
      for (const { where, error } of takenChecks(context, values, uniqueEmail))
        if (await isTaken(context, ask, where, id)) throw new PopulusError(error)
    },
    roleOf: values => resolveRole(context, values),
    report: refuseProblems,
    writer: caller,
  })
  const isNewPassword = hasPassword(ready.planned)
  if (isNewPassword) await holdPassword(context.content.database, context.content.schema, id)
  await writeUser(context, {
    ...ready,
    writer: caller,
    alongside: async ({ ask }) => {
      if (fields.email !== undefined && fields.email !== user.email) await endAllCodes(context, ask, id)
      if (!isNewPassword) return
      await endResetCodes(context, ask, id)
      await endUserTokens(context, ask, id)
    },
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

function refusePlainly(problems: readonly Problem[]): void {
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

async function resolveRole({ content }: UsersContext, values: JsonObject): Promise<UserRole> {
  const wanted = referredRole(ownValue(values, 'role'))
  if (wanted === undefined) return { id: undefined, problems: [] }
  const roles = await loadRoles(content.database, content.schema)
  const id = roles.find(known => String(known.id) === wanted)?.id
  const message = `1 relation(s) of type ${ROLE_UID} associated with this entity do not exist`
  return { id, problems: id === undefined ? [{ path: [], message }] : [] }
}
