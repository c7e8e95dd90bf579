/** The routes of end users, their roles and signing in that the caller may use. */
import { ROLE_UID, USER_UID } from '../../schema/schema.ts'
import { type DescribedApi, sharedSchema } from './described-api.ts'
import { flatSchema } from './entry-schemas.ts'
import { createInput, updateInput } from './input-schemas.ts'
import { INTEGER, type JsonSchema, listOf, object, STRING } from './json-schema.ts'
import { type GrantedOperation, ID_PARAMETER, type Method, type Operation, queryParameter } from './operation.ts'
import { filters, flatListParameters, selectionParameters } from './query-parameters.ts'

const PLUGIN = 'plugin::users-permissions'

export function authOperations(api: DescribedApi): readonly GrantedOperation[] {
  const texts = (...names: string[]) => object(Object.fromEntries(names.map(name => [name, STRING])), names)
  const post = (
    action: string,
    path: string,
    [id, summary]: readonly [string, string],
    body: JsonSchema,
    answer: () => JsonSchema,
  ): GrantedOperation => ({
    action: `${PLUGIN}.auth.${action}`,
    describe: () => ({ path: `/auth/${path}`, tag: 'auth', method: 'post', id, summary, body, answer: answer() }),
  })
  const signedIn = () => signedInSchema(api)
  const passwords = ['password', 'passwordConfirmation']
  return [
    post('callback', 'local', ['login', 'Signs a user in'], texts('identifier', 'password'), signedIn),
    post('register', 'local/register', ['register', 'Creates an account'], texts('username', 'email', 'password'), () =>
      object({ jwt: STRING, user: flatUser(api) }, ['user']),
    ),
    post('forgotPassword', 'forgot-password', ['forgotPassword', 'Sends a mail with a code'], texts('email'), () =>
      object({ ok: { type: 'boolean' } }, ['ok']),
    ),
    post(
      ...(['resetPassword', 'reset-password', ['resetPassword', 'Sets a new password with a code']] as const),
      texts('code', ...passwords),
      signedIn,
    ),
    post(
      ...(['changePassword', 'change-password', ['changePassword', 'Changes the password of the user']] as const),
      texts('currentPassword', ...passwords),
      signedIn,
    ),
    post(
      ...(['sendEmailConfirmation', 'send-email-confirmation', ['sendEmailConfirmation', 'Sends a mail']] as const),
      texts('email'),
      () => object({ email: STRING, sent: { type: 'boolean' } }, ['email', 'sent']),
    ),
    {
      action: `${PLUGIN}.auth.emailConfirmation`,
      describe: () => ({
        ...{ path: '/auth/email-confirmation', tag: 'auth', method: 'get', id: 'confirmEmail' },
        summary: 'Confirms an e-mail address and redirects to a page',
        parameters: [queryParameter('confirmation', STRING, { required: true })],
        ...{ answer: null, status: 302 },
      }),
    },
  ]
}

function signedInSchema(api: DescribedApi): JsonSchema {
  return sharedSchema(api, 'SignedIn', () => object({ jwt: STRING, user: flatUser(api) }, ['jwt', 'user']))
}

function flatUser(api: DescribedApi): JsonSchema {
  return flatSchema(api, api.schema.types.get(USER_UID)!)
}

export function userOperations(api: DescribedApi): readonly GrantedOperation[] {
  const type = api.schema.types.get(USER_UID)!
  const user = () => flatUser(api)
  const at = (path: string, method: Method): Pick<Operation, 'path' | 'method' | 'tag'> => ({
    path: `/users${path}`,
    method,
    tag: 'users',
  })
  const none = { 204: { description: 'There is no such user.' } }
  const routes: Readonly<Record<string, () => Operation>> = {
    find: () => ({
      ...{ ...at('', 'get'), id: 'listUsers', summary: 'End users' },
      parameters: flatListParameters(api, type),
      answer: listOf(user()),
    }),
    count: () => ({
      ...{ ...at('/count', 'get'), id: 'countUsers', summary: 'The number of end users' },
      parameters: [filters(api, type)],
      answer: INTEGER,
    }),
    me: () => ({
      ...{ ...at('/me', 'get'), id: 'getMe', summary: 'The user who is asking' },
      parameters: selectionParameters(api, type),
      answer: user(),
    }),
    findOne: () => ({
      ...{ ...at('/{id}', 'get'), id: 'getUser', summary: 'One end user', others: none },
      parameters: [ID_PARAMETER, ...selectionParameters(api, type)],
      answer: user(),
    }),
    create: () => ({
      ...{ ...at('', 'post'), id: 'createUser', summary: 'Creates an end user', status: 201 },
      ...{ body: createInput(api, type), answer: user() },
    }),
    update: () => ({
      ...{ ...at('/{id}', 'put'), id: 'updateUser', summary: 'Changes an end user', parameters: [ID_PARAMETER] },
      ...{ body: updateInput(api, type), answer: user() },
    }),
    destroy: () => ({
      ...{ ...at('/{id}', 'delete'), id: 'deleteUser', summary: 'Deletes an end user', parameters: [ID_PARAMETER] },
      answer: user(),
    }),
  }
  return Object.entries(routes).map(([action, describe]) => ({ action: `${PLUGIN}.user.${action}`, describe }))
}

export function roleOperations(api: DescribedApi): readonly GrantedOperation[] {
  const role = () => flatSchema(api, api.schema.types.get(ROLE_UID)!)
  const body = () => object({ name: STRING, description: STRING, permissions: { type: 'object' } })
  const done = object({ ok: { type: 'boolean' } }, ['ok'])
  const at = (path: string, method: Method): Pick<Operation, 'path' | 'method' | 'tag'> => ({
    path: `/users-permissions${path}`,
    method,
    tag: 'roles',
  })
  const one = (method: Method) => ({ ...at('/roles/{id}', method), parameters: [ID_PARAMETER] })
  const routes: Readonly<Record<string, () => Operation>> = {
    'role.find': () => ({
      ...{ ...at('/roles', 'get'), id: 'listRoles', summary: 'The roles of end users' },
      answer: object({ roles: listOf({ allOf: [role(), object({ nb_users: INTEGER })] }) }, ['roles']),
    }),
    'role.findOne': () => ({
      ...{ ...one('get'), id: 'getRole', summary: 'One role, with its permissions' },
      answer: object({ role: { allOf: [role(), object({ permissions: { type: 'object' } })] } }, ['role']),
    }),
    'role.createRole': () => ({
      ...{ ...at('/roles', 'post'), id: 'createRole', summary: 'Creates a role', body: body(), answer: done },
    }),
    'role.updateRole': () => ({
      ...{ ...one('put'), id: 'updateRole', summary: 'Changes a role', body: body(), answer: done },
    }),
    'role.deleteRole': () => ({
      ...{ ...one('delete'), id: 'deleteRole', summary: 'Deletes a role', answer: done },
    }),
    'permissions.getPermissions': () => ({
      ...{ ...at('/permissions', 'get'), id: 'listPermissions', summary: 'Everything that can be granted' },
      answer: object({ permissions: { type: 'object' } }, ['permissions']),
    }),
  }
  return Object.entries(routes).map(([action, describe]) => ({ action: `${PLUGIN}.${action}`, describe }))
}
