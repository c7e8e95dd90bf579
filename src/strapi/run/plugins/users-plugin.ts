/** `strapi.plugin('users-permissions')` */
import { renderTemplate } from '../../../identity/mail/render-template.ts'
import { providerUser } from '../../../identity/providers/sign-in-with-provider.ts'
import { holdPassword } from '../../../identity/sign-in/password-changes.ts'
import { loadUser } from '../../../identity/users/stored-users.ts'
import { ROLE_UID, USER_UID } from '../../../schema/schema.ts'
import { NotSupportedError, onlyMembers } from '../entities/not-supported.ts'
import { asStrapiErrors } from '../entities/strapi-error-of.ts'
import type { PluginParts, StrapiEntities, StrapiHost } from '../strapi-types.ts'
import { jwtService } from './jwt-service.ts'
import { templateValues } from './template-values.ts'

type Values = Readonly<Record<string, unknown>>

const NAME = `strapi.plugin('users-permissions').service`

export function usersPlugin(host: StrapiHost, entities: StrapiEntities): PluginParts {
  const earliest = new Map<unknown, number>()
  return {
    services: {
      user: onlyMembers(userService(host, entities, earliest), `${NAME}('user')`),
      jwt: onlyMembers(
        jwtService(host.users, id => earliest.get(id) ?? 0),
        `${NAME}('jwt')`,
      ),
      providers: onlyMembers(providerService(host, entities), `${NAME}('providers')`),
      role: onlyMembers(roleService(entities), `${NAME}('role')`),
      'users-permissions': onlyMembers(permissionService(entities), `${NAME}('users-permissions')`),
    },
    config: { jwt: { expiresIn: host.users.config.tokenLifetime }, jwtSecret: host.users.secret },
  }
}

function userService(
  { users, content, schema }: StrapiHost,
  { entityService, db }: StrapiEntities,
  earliest: Map<unknown, number>,
) {
  const { passwords } = users
  const query = () => db.query(USER_UID)
  return {
    count: (params?: Values) => query().count({ where: params }),
    add: (values: Values) => entityService.create(USER_UID, { data: values, populate: ['role'] }),
    /** A new password ends the tokens from before it. */
    edit: async (id: number | string, values: Values = {}) => {
      const hasPassword = typeof values.password === 'string'
      const { database } = db.inTransaction() ? { database: undefined } : content
      if (hasPassword && database !== undefined) await holdPassword(database, schema, Number(id))
      const user = await entityService.update(USER_UID, id, { data: values, populate: ['role'] })
      if (hasPassword && database !== undefined && user !== null)
        earliest.set(user.id, (await loadUser(database, schema, user.id))?.tokensFrom ?? 0)
      return user
    },
    fetch: (id: unknown, params?: Values) => entityService.findOne(USER_UID, id, params),
    fetchAuthenticatedUser: (id: unknown) => query().findOne({ where: { id }, populate: ['role'] }),
    fetchAll: (params?: Values) => entityService.findMany(USER_UID, params),
    remove: (params: Values) => query().delete({ where: params }),
    validatePassword: (password: string, hash: string) => passwords.verify(password, hash),
    isHashedPassword: (password: unknown) => isHash(password),
    hashPassword: async (user: Values = {}) =>
      typeof user.password === 'string' && !isHash(user.password) ? passwords.hash(user.password) : null,
    ensureHashedPasswords: async (values: Values) => {
      const hashed = await Promise.all(
        Object.entries(values).map(async ([name, value]) => {
          const attribute = schema.types.get(USER_UID)?.attributes.get(name)
          const isPlain = attribute?.kind === 'scalar' && attribute.type === 'password' && !isHash(value)
          return [name, isPlain && typeof value === 'string' ? await passwords.hash(value) : value] as const
        }),
      )
      return Object.fromEntries(hashed)
    },
  }
}

function isHash(password: unknown): boolean {
  return typeof password === 'string' && /^\$2[aby]\$\d\d\$.{53}$/.test(password)
}

/** Third parties with which users sign in. */
function providerService({ users, authenticate }: StrapiHost, { db }: StrapiEntities) {
  const connect = async (provider: string, query: Values = {}) => {
    if (db.inTransaction()) throw new NotSupportedError(`${NAME}('providers').connect inside strapi.db.transaction`)
    const given = Object.entries(query).filter(([, value]) => typeof value === 'string') as [string, string][]
    const caller = await authenticate(undefined)
    const id = await providerUser(users, { caller, provider, query: new URLSearchParams(given) })
    return db.query(USER_UID).findOne({ where: { id } })
  }
  return {
    ...asStrapiErrors({ connect }),
    buildRedirectUri: (provider = '') => `${users.serverUrl}${users.prefix}/connect/${provider}/callback`,
  }
}

function roleService({ db }: StrapiEntities) {
  return {
    find: async () => {
      const roles: Record<string, unknown>[] = await db.query(ROLE_UID).findMany({ orderBy: { name: 'asc' } })
      for (const role of roles) role.nb_users = await db.query(USER_UID).count({ where: { role: { id: role.id } } })
      return roles
    },
  }
}

function permissionService({ db }: StrapiEntities) {
  return {
    updateUserRole: ({ id }: Values, role: unknown) => db.query(USER_UID).update({ where: { id }, data: { role } }),
    template: async (layout: string, data: Values) => renderTemplate(layout, templateValues(data)),
  }
}
