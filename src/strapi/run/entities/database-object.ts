/** `strapi.db` */
import { findModel } from '../strapi-models.ts'
import type { StrapiModels } from '../strapi-types.ts'
import type { DatabaseQueries, EntityScope } from './database-queries.ts'
import { modelMetadata } from './model-metadata.ts'
import { NotSupportedError, onlyMembers } from './not-supported.ts'

export function createDatabaseObject(
  scope: EntityScope,
  models: StrapiModels,
  query: (uid: string) => DatabaseQueries,
) {
  const { stored, lifecycles } = scope
  const transaction = (work?: (control: object) => unknown) => {
    if (work === undefined)
      throw new NotSupportedError('strapi.db.transaction() without a function', 'give it the work as a function')
    return stored.transaction(async control =>
      work({
        ...control,
        trx: noConnection('trx'),
        commit: async () => undefined,
        rollback: async () => control.rollback(),
      }),
    )
  }
  const { subscribe, disable, enable, clear } = lifecycles
  return onlyMembers(
    {
      query,
      entityManager: entityManager(query),
      lifecycles: onlyMembers({ subscribe, disable, enable, clear }, 'strapi.db.lifecycles'),
      transaction: Object.assign(transaction, {}),
      inTransaction: () => stored.isInTransaction(),
      metadata: onlyMembers(
        {
          get: (uid: string) => modelMetadata(models, uid),
          has: (uid: string) => findModel(models, uid) !== undefined,
        },
        'strapi.db.metadata',
      ),
      dialect: onlyMembers({ client: scope.stored.current().database.dialect.name }, 'strapi.db.dialect'),
    },
    'strapi.db',
    INSTEAD,
  )
}

/** The calls of `strapi.db.query(uid)` with the uid in front: Strapi's repositories are made of these. */
const MANAGED = [
  ...['findOne', 'findMany', 'count', 'load', 'populate'],
  ...['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany'],
] as const

function entityManager(query: (uid: string) => DatabaseQueries): object {
  const call =
    (name: (typeof MANAGED)[number]) =>
    (uid: string, ...values: unknown[]) =>
      (query(uid)[name] as (...given: unknown[]) => unknown)(...values)
  const members = {
    ...Object.fromEntries(MANAGED.map(name => [name, call(name)])),
    getRepository: query,
  }
  return onlyMembers(members, 'strapi.db.entityManager', INSTEAD)
}

const INSTEAD = 'use strapi.entityService or strapi.db.query'

/** Statements of the project's own would pass by everything that the server knows about its tables. */
function noConnection(name: string): object {
  const refuse = (call: string): never => {
    throw new NotSupportedError(call, INSTEAD)
  }
  return new Proxy(() => undefined, {
    get: (_, key) => (typeof key === 'symbol' || key === 'then' ? undefined : refuse(`${name}.${key}`)),
    apply: () => refuse(`${name}()`),
  })
}
