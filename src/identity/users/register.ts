/** Registers a new user. */
import { PopulusError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { type Fragment, join, sql } from '../../sql/fragment.ts'
import { loadRoles } from '../access/role-rights.ts'
import { issueToken, tokenSecret } from '../sign-in/issue-token.ts'
import { checkBody } from './check-body.ts'
import { sendConfirmation } from './confirm-email.ts'
import { prepareUser } from './prepare-user.ts'
import { signedIn, userAnswer } from './user-answer.ts'
import { refuseProblems } from './user-problem.ts'
import { findUserById, has, isTaken, userType } from './user-store.ts'
import { registerableFields } from './user-values.ts'
import type { UserRequest, UsersContext } from './users-context.ts'
import { loadUsersSettings, type UsersSettings } from './users-settings.ts'
import { writeUser } from './write-user.ts'

const RULES = {
  email: { required: true, email: true },
  username: { required: true },
  password: { required: true },
} as const

/**
 * `{"username":"...","email":"...","password":"..."}` -> `{"jwt":"...","user":{...}}`, or only the user if the address
 * has to be confirmed first. Fields that a registration may not set are ignored.
 */
export async function register(context: UsersContext, { caller, body }: UserRequest): Promise<string> {
  tokenSecret(context)
  const settings = await loadUsersSettings(context)
  if (!settings.allowRegister) throw new PopulusError('registerDisabled')
  const allowed = allowedFields(context, body)
  checkBody(allowed, RULES)
  if (settings.emailConfirmation) context.mail.checkReady()
  const roleId = await defaultRoleId(context, settings)
  const write = { action: 'create', caller, id: null, given: allowed } as const
  const { all: _, ...ready } = await prepareUser(context, write, {
    checkForm: values => checkBody(values, RULES),
    refuseTaken: async (values, ask) => {
      const taken = takenBy(context, checkBody(values, RULES), settings)
      if (await isTaken(context, ask, taken, null)) throw new PopulusError('identifierTaken')
    },
    roleOf: async () => ({ id: roleId, problems: [] }),
    report: refuseProblems,
    // The setting decides what a registration may write; the field lists of roles do not.
    writer: { ...caller, writeFields: new Map() },
    decided: { provider: 'local', confirmed: !settings.emailConfirmation },
  })
  const id = await writeUser(context, ready)
  const user = await userAnswer(context, { caller, id, role: true })
  if (!settings.emailConfirmation) return signedIn(await issueToken(context, id), user)
  const stored = await findUserById(context, id)
  if (stored !== undefined) await sendConfirmation(context, stored)
  return `{"user":${user}}`
}

function allowedFields(context: UsersContext, body: unknown): JsonObject {
  const allowed = registerableFields(userType(context), context.config.registerFields, context.fixedAttributes)
  return Object.fromEntries(Object.entries(isObject(body) ? body : {}).filter(([name]) => allowed.has(name)))
}

export async function defaultRoleId({ content }: UsersContext, { defaultRole }: UsersSettings): Promise<number> {
  const roles = await loadRoles(content.database, content.schema)
  const role = roles.find(({ type }) => type === defaultRole)
  if (role === undefined) throw new PopulusError('noDefaultRole')
  return role.id
}

/** Matches users that already have this name or address, as either their name or their address. */
function takenBy(
  context: UsersContext,
  { email, username }: { readonly email: string; readonly username: string },
  { uniqueEmail }: UsersSettings,
): Fragment {
  const same = join(
    [
      has(context, 'email', email),
      has(context, 'username', email),
      has(context, 'username', username),
      has(context, 'email', username),
    ],
    ' or ',
  )
  return uniqueEmail ? same : sql`(${same}) and ${has(context, 'provider', 'local')}`
}
