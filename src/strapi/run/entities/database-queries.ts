/** `strapi.db.query(uid)`: reads and writes rows of one type, and tells those who listen. */
import { countObjects, readObject, readObjects, type StoredObject } from '../../../content/read/read-objects.ts'
import { idOf } from '../../../plan/write/relation-input.ts'
import type { Component, ContentType, Schema } from '../../../schema/schema.ts'
import { type DatabaseParams, databaseQuery, LIVE } from './database-query.ts'
import type { Lifecycles } from './lifecycle-events.ts'
import { onlyMembers } from './not-supported.ts'
import { isRecord } from './query-values.ts'
import { deleteAll, insertAll, ownRowOnly, rawWrite, updateAll, type Values } from './raw-writes.ts'
import { withoutUnselected } from './selected-ids.ts'
import { CORE_STORE_TYPE, CORE_STORE_UID, coreStoreWrites } from './store/core-store-queries.ts'
import type { StoredContent } from './stored-content.ts'
import { asStrapiErrors } from './strapi-error-of.ts'

export interface EntityScope {
  readonly schema: Schema
  readonly stored: StoredContent
  readonly lifecycles: Lifecycles
}

export type DatabaseQueries = ReturnType<typeof queriesOf>

/** One object for each type, made when it is asked for. */
export function databaseQueries(scope: EntityScope): (uid: string) => DatabaseQueries {
  const made = new Map<string, DatabaseQueries>()
  return uid => {
    const known = made.get(uid)
    if (known !== undefined) return known
    if (uid === CORE_STORE_UID) return coreStoreQueries(scope)
    const type = scope.schema.types.get(uid)
    const component = scope.schema.components.get(uid)
    if (type === undefined && component === undefined) throw new Error(`Model ${uid} not found`)
    const queries = type === undefined ? readsOfComponent(scope, component!) : queriesOf(scope, type)
    made.set(uid, queries)
    return queries
  }
}

function queriesOf(scope: EntityScope, type: ContentType) {
  const name = `strapi.db.query('${type.uid}')`
  const queries = {
    ...reads(scope, type, name),
    ...writesOfOne(scope, type, name),
    ...writesOfMany(scope, type, name),
  }
  return onlyMembers(asStrapiErrors(queries), name)
}

function coreStoreQueries(scope: EntityScope): DatabaseQueries {
  const name = `strapi.db.query('${CORE_STORE_UID}')`
  const found = reads(scope, CORE_STORE_TYPE, name)
  const queries = { ...found, ...coreStoreWrites(found, scope.stored) }
  return onlyMembers(asStrapiErrors(queries), name) as unknown as DatabaseQueries
}

/** Components are written with the entries that they are part of. */
function readsOfComponent(scope: EntityScope, component: Component): DatabaseQueries {
  const name = `strapi.db.query('${component.uid}')`
  const type: ContentType = {
    ...component,
    ...{ kind: 'type', single: false, pluralName: '', draftAndPublish: false, localized: false },
    ...{ populateCreatorFields: false, userDefined: true, search: [] },
  }
  return onlyMembers(asStrapiErrors(reads(scope, type, name)), name, 'write the entry that has it') as DatabaseQueries
}

type Params = DatabaseParams

function reads(scope: EntityScope, type: ContentType, name: string) {
  const { schema, stored, lifecycles } = scope
  const { uid } = type
  const select = async (params: Params, call: string) => {
    const found = await readObjects(stored.current(), type, databaseQuery(type, params, { schema, call }))
    return withoutUnselected(schema, type, found, params)
  }
  const heard = async <T>(what: 'FindOne' | 'FindMany' | 'Count', params: Params, read: () => Promise<T>) => {
    const states = await lifecycles.run(`before${what}`, uid, { params })
    const result = await read()
    await lifecycles.run(`after${what}`, uid, { params, result }, states)
    return result
  }
  const found = {
    findOne: (params: Params = {}): Promise<StoredObject | null> =>
      heard('FindOne', params, async () => {
        const call = `${name}.findOne`
        const id = onlyId(params)
        if (id === undefined) return (await select({ ...params, limit: 1 }, call))[0] ?? null
        const query = databaseQuery(type, { ...params, where: undefined }, { schema, call })
        const found = await readObject(stored.current(), type, query, id)
        return found === null ? null : withoutUnselected(schema, type, [found], params)[0]!
      }),
    findMany: (params: Params = {}): Promise<readonly StoredObject[]> =>
      heard('FindMany', params, () => select(params, `${name}.findMany`)),
    count: (params: Params = {}): Promise<number> =>
      heard('Count', params, () => {
        const { where, _q } = params
        const query = databaseQuery(type, { where, _q, ...liveOf(params) }, { schema, call: `${name}.count` })
        return countObjects(stored.current(), type, query)
      }),
    findWithCount: async (params: Params = {}) => [await found.findMany(params), await found.count(params)],
    findPage: async (params: Params = {}) => {
      const { page = 1, pageSize = 10, ...rest } = params
      const size = Math.max(1, Number(pageSize))
      const query = { ...rest, limit: size, offset: (Math.max(1, Number(page)) - 1) * size }
      const [results, total] = [await found.findMany(query), await found.count(query)]
      const pagination = { page: Number(page), pageSize: size, pageCount: Math.ceil(total / size), total }
      return { results, pagination }
    },
    /** Related entries of an entity that was read without them. */
    load: async (entity: Values, fields: string | readonly string[], params?: unknown) => {
      const names = typeof fields === 'string' ? [fields] : fields
      const populate = Object.fromEntries(names.map(field => [field, params ?? true]))
      const entry = await found.findOne({ select: ['id'], where: { id: entity.id }, populate })
      if (entry === null) return null
      if (typeof fields === 'string') return entry[fields] ?? null
      return Object.fromEntries(names.map(field => [field, entry[field]]))
    },
    populate: async (entity: Values, populate: unknown) => {
      const entry = await found.findOne({ select: ['id'], where: { id: entity.id }, populate })
      return { ...entity, ...entry }
    },
  }
  return found
}

/** The id, if it is all that selects the entry. */
function onlyId(params: Params): number | undefined {
  const { where, _q, offset } = params
  const hasMore = _q !== undefined || offset !== undefined || params[LIVE] === true
  if (hasMore || !isRecord(where) || Object.keys(where).length !== 1) return undefined
  return idOf(where.id)
}

function liveOf(params: Params): Params {
  return Object.fromEntries(Object.getOwnPropertySymbols(params).map(key => [key, params[key as never]]))
}

/** The parts of a write that all of them have. */
function writing(scope: EntityScope, type: ContentType, name: string) {
  const { stored } = scope
  const { findOne } = reads(scope, type, name)
  return {
    findOne,
    raw: (data: unknown, mode: 'create' | 'update', call: string) =>
      rawWrite(stored.current(), { type, data: data as Values, mode, call: `${name}.${call}` }),
    written: (id: number, { select, populate }: Params) => findOne({ where: { id }, select, populate }),
    /** Not heard: Strapi looks rows up here without telling anybody. */
    idsOf: async (where: unknown, call: string, most?: number): Promise<readonly number[]> => {
      const query = databaseQuery(type, { where, select: ['id'], limit: most }, { ...scope, call: `${name}.${call}` })
      return (await readObjects(stored.current(), type, query)).map(({ id }) => id)
    },
  }
}

function writesOfOne(scope: EntityScope, type: ContentType, name: string) {
  const { stored, lifecycles } = scope
  const { uid } = type
  const { findOne, raw, written, idsOf } = writing(scope, type, name)
  return {
    create: async (params: Params = {}) => {
      const states = await lifecycles.run('beforeCreate', uid, { params })
      if (!isRecord(params.data)) throw new Error('Create expects a data object')
      const [id = 0] = await insertAll(stored.current(), type, [await raw(params.data, 'create', 'create')])
      const result = await written(id, params)
      await lifecycles.run('afterCreate', uid, { params, result }, states)
      return result
    },
    update: async (params: Params = {}) => {
      const states = await lifecycles.run('beforeUpdate', uid, { params })
      if (!isRecord(params.data)) throw new Error('Update requires a data object')
      if (isEmpty(params.where)) throw new Error('Update requires a where parameter')
      const [id] = await idsOf(params.where, 'update', 1)
      if (id === undefined) return null
      await updateAll(stored.current(), type, [id], await raw(params.data, 'update', 'update'))
      const result = await written(id, params)
      await lifecycles.run('afterUpdate', uid, { params, result }, states)
      return result
    },
    delete: async (params: Params = {}) => {
      const states = await lifecycles.run('beforeDelete', uid, { params })
      const { where, select, populate } = params
      if (isEmpty(where)) throw new Error('Delete requires a where parameter')
      const entity = await findOne({ where, populate, select: select && ['id', ...[select].flat()] })
      if (entity === null) return null
      await deleteAll(stored.current(), type, [entity.id])
      await lifecycles.run('afterDelete', uid, { params, result: entity }, states)
      return entity
    },
  }
}

function writesOfMany(scope: EntityScope, type: ContentType, name: string) {
  const { stored, lifecycles } = scope
  const { uid } = type
  const { raw, idsOf } = writing(scope, type, name)
  return {
    createMany: async (params: Params = {}) => {
      const states = await lifecycles.run('beforeCreateMany', uid, { params })
      const { data } = params
      if (!Array.isArray(data)) throw new Error('CreateMany expects data to be an array')
      if (data.length === 0) throw new Error('Nothing to insert')
      const entries = await Promise.all(data.map(async item => ownRowOnly(await raw(item, 'create', 'createMany'))))
      const result = { count: data.length, ids: await insertAll(stored.current(), type, entries) }
      await lifecycles.run('afterCreateMany', uid, { params, result }, states)
      return result
    },
    updateMany: async (params: Params = {}) => {
      const states = await lifecycles.run('beforeUpdateMany', uid, { params })
      if (!isRecord(params.data) || Object.keys(params.data).length === 0) throw new Error('Update requires data')
      const ids = await idsOf(params.where, 'updateMany')
      const { updatedAt: given } = params.data
      const entry = ownRowOnly(await raw(params.data, 'update', 'updateMany'))
      await updateAll(stored.current(), type, ids, given === undefined ? withoutStamp(entry) : entry)
      const result = { count: ids.length }
      await lifecycles.run('afterUpdateMany', uid, { params, result }, states)
      return result
    },
    deleteMany: async (params: Params = {}) => {
      const states = await lifecycles.run('beforeDeleteMany', uid, { params })
      const ids = await idsOf(params.where, 'deleteMany')
      if (ids.length > 0) await deleteAll(stored.current(), type, ids)
      const result = { count: ids.length }
      await lifecycles.run('afterDeleteMany', uid, { params, result }, states)
      return result
    },
  }
}

function isEmpty(where: unknown): boolean {
  return !isRecord(where) || Object.keys(where).length === 0
}

/** Strapi sets the time of a change only where one row is changed. */
function withoutStamp<T extends { readonly scalars: readonly { readonly attribute: { readonly name: string } }[] }>(
  entry: T,
): T {
  return { ...entry, scalars: entry.scalars.filter(({ attribute }) => attribute.name !== 'updatedAt') }
}
