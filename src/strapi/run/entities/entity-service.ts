/** `strapi.entityService` */

import type { StoredObject } from '../../../content/read/read-objects.ts'
import type { MediaContext } from '../../../media/media-context.ts'
import { attachToEntry, type EntryFile, type StoreAlongside } from '../../../media/upload/attach-to-entry.ts'
import { SERVER_ACCESS } from '../../../plan/access.ts'
import type { ContentType } from '../../../schema/schema.ts'
import { ValidationError } from '../errors/strapi-errors.ts'
import { type CheckedInput, type CheckedWrite, checkWrite, storeChecked } from './checked-writes.ts'
import type { DatabaseQueries, EntityScope } from './database-queries.ts'
import type { DatabaseParams } from './database-query.ts'
import type { LifecycleAction } from './lifecycle-events.ts'
import { NotSupportedError, onlyMembers } from './not-supported.ts'
import { isRecord } from './query-values.ts'
import { deleteAll, type Values } from './raw-writes.ts'
import { entryFiles } from './received-files.ts'
import { databaseParams, type ServiceParams } from './service-params.ts'
import { asStrapiErrors } from './strapi-error-of.ts'

export interface ServiceScope extends EntityScope {
  readonly query: (uid: string) => DatabaseQueries
  readonly media: MediaContext
}

type Params = ServiceParams & { readonly data?: Values; readonly files?: unknown; readonly locale?: unknown }

interface Wrapped {
  readonly uid: string
  readonly action: string
}

/** What the functions ask of the service that they are called on. Code may have replaced it with `decorate`. */
interface Wrapping {
  wrapParams(params: Params, wrapped: Wrapped): Promise<Params>
  wrapResult<T>(result: T, wrapped: Wrapped): Promise<T>
}

type Implementation = Readonly<Record<string, (...values: never[]) => unknown>>

export function createEntityService(scope: ServiceScope) {
  const implementation: Implementation = { ...wrapping(scope), ...serviceReads(scope), ...serviceWrites(scope) }
  const service = {
    implementation,
    /** Replaces functions; the new ones are given the old ones. */
    decorate(decorator: (before: Implementation) => Implementation) {
      if (typeof decorator !== 'function') throw new Error(`Decorator must be a function, received ${typeof decorator}`)
      service.implementation = { ...service.implementation, ...decorator(service.implementation) }
    },
  }
  const calls = Object.keys(implementation).map(name => [
    name,
    (...values: unknown[]) => service.implementation[name]!(...(values as never[])),
  ])
  Object.assign(service, asStrapiErrors(Object.fromEntries(calls)))
  return onlyMembers(service, 'strapi.entityService')
}

function typeOf({ schema }: ServiceScope, uid: string): ContentType {
  const type = schema.types.get(uid)
  if (type === undefined) throw new Error(`Model ${uid} not found`)
  return type
}

/** Lists of localized types have one locale: the one that is named, or the default one. */
function wrapping(scope: ServiceScope): Wrapping {
  return {
    wrapParams: async (params = {}, { uid, action }) => {
      if (!typeOf(scope, uid).localized) return params
      const { locale, ...rest } = params
      if (locale === 'all') return rest
      const { filters } = rest
      if (locale === undefined && action === 'delete' && isRecord(filters) && isRecord(filters.id) && filters.id.$in)
        return params
      const wanted = Object.hasOwn(params, 'locale') ? locale : await scope.stored.current().defaultLocale()
      return { ...rest, filters: { $and: [{ locale: wanted }, ...[filters ?? []].flat()] } }
    },
    wrapResult: async result => result,
  }
}

function serviceReads(scope: ServiceScope) {
  const { schema, query } = scope
  const wrapped = async (service: Wrapping, uid: string, params: Params | undefined, action: string) =>
    databaseParams(schema, typeOf(scope, uid), await service.wrapParams(params ?? {}, { uid, action }))
  return {
    async findMany(this: Wrapping, uid: string, params?: Params) {
      const type = typeOf(scope, uid)
      const found = await wrapped(this, uid, params, 'findMany')
      const isOne = type.single && !(type.localized && params?.locale === 'all')
      return this.wrapResult(await query(uid)[isOne ? 'findOne' : 'findMany'](found), { uid, action: 'findMany' })
    },
    async findPage(this: Wrapping, uid: string, params?: Params) {
      const page = await query(uid).findPage(await wrapped(this, uid, params, 'findPage'))
      return { ...page, results: await this.wrapResult(page.results, { uid, action: 'findPage' }) }
    },
    async findWithRelationCounts(this: Wrapping, uid: string, params?: Params) {
      const found = await query(uid).findMany(await wrapped(this, uid, params, 'findWithRelationCounts'))
      return this.wrapResult(found, { uid, action: 'findWithRelationCounts' })
    },
    async findWithRelationCountsPage(this: Wrapping, uid: string, params?: Params) {
      const page = await query(uid).findPage(await wrapped(this, uid, params, 'findWithRelationCounts'))
      return { ...page, results: await this.wrapResult(page.results, { uid, action: 'findWithRelationCounts' }) }
    },
    async findOne(this: Wrapping, uid: string, id: unknown, params?: Params) {
      const found = await query(uid).findOne({ ...selection(scope, uid, params), where: { id } })
      return this.wrapResult(found, { uid, action: 'findOne' })
    },
    async count(this: Wrapping, uid: string, params?: Params) {
      return query(uid).count(await wrapped(this, uid, params, 'count'))
    },
    async load(this: Wrapping, uid: string, entity: Values, field: string, params?: Params) {
      if (typeof field !== 'string') throw new Error(`Invalid load. Expected "${String(field)}" to be a string`)
      const { populate } = databaseParams(schema, typeOf(scope, uid), { populate: { [field]: params ?? {} } })
      return query(uid).load(entity, field, (populate as Values)[field])
    },
  }
}

/** Only what to show of an entry, not which. */
function selection(scope: ServiceScope, uid: string, { fields, populate }: Params = {}): DatabaseParams {
  return databaseParams(scope.schema, typeOf(scope, uid), { fields, populate })
}

function serviceWrites(scope: ServiceScope) {
  const { query, stored, lifecycles } = scope
  return {
    async create(this: Wrapping, uid: string, params: Params = {}): Promise<StoredObject | null> {
      if (!params.data) throw new Error('cannot create')
      const type = typeOf(scope, uid)
      checkPayload(type, params.data, 'creation')
      const data = newValues(type, params.data, await stored.current().defaultLocale())
      // Only what says so is a draft. Without a date, an entry is checked like a published one, and stored without a date.
      const isDraft = type.draftAndPublish && params.data.publishedAt === null
      const input: CheckedInput = { type, data, id: null, isDraft }
      return this.wrapResult(await write(scope, input, shownOf(scope, params, uid)), { uid, action: 'create' })
    },
    async update(this: Wrapping, uid: string, id: unknown, params: Params = {}): Promise<StoredObject | null> {
      const type = typeOf(scope, uid)
      const before = await query(uid).findOne({ where: { id } })
      if (before === null) return null
      checkPayload(type, params.data, 'update')
      const isDraft = type.draftAndPublish && isNil(before.publishedAt)
      const { locale: _, localizations: __, ...shared } = params.data ?? {}
      const data = type.localized ? shared : { ...params.data }
      const input: CheckedInput = { type, data, id: before.id, isDraft }
      return this.wrapResult(await write(scope, input, shownOf(scope, params, uid)), { uid, action: 'update' })
    },
    async delete(this: Wrapping, uid: string, id: unknown, params?: Params): Promise<StoredObject | null> {
      const entity = await query(uid).findOne({ ...selection(scope, uid, params), where: { id } })
      if (entity === null) return null
      await query(uid).delete({ where: { id: entity.id } })
      await lifecycles.tell('entry.delete', uid, entity)
      return this.wrapResult(entity, { uid, action: 'delete' })
    },
    async deleteMany(this: Wrapping, uid: string, params?: Params) {
      const type = typeOf(scope, uid)
      const wrapped = await this.wrapParams(params ?? {}, { uid, action: 'delete' })
      const found = databaseParams(scope.schema, type, wrapped)
      // What Strapi passes over must not make it a deletion of everything.
      if (!isEmpty(params?.filters) && isEmpty(databaseParams(scope.schema, type, { filters: params?.filters }).where))
        throw new ValidationError(`strapi.entityService.deleteMany: ${uid} has none of the names in filters`)
      const entities = await query(uid).findMany(found)
      if (entities.length === 0) return { count: 0 }
      const states = await lifecycles.run('beforeDeleteMany', uid, { params: found })
      await deleteAll(
        stored.current(),
        type,
        entities.map(({ id }) => id),
      )
      const result = { count: entities.length }
      await lifecycles.run('afterDeleteMany', uid, { params: found, result }, states)
      for (const entity of entities) await lifecycles.tell('entry.delete', uid, entity)
      return result
    },
  }
}

/** Code may pass on what nobody has sent. */
function checkPayload({ displayName }: ContentType, data: unknown, what: string): void {
  if (typeof data === 'object' && data !== null) return
  const got = `Expected an object, but got ${typeof data}`
  throw new ValidationError(`Invalid payload submitted for the ${what} of an entity of type ${displayName}. ${got}`)
}

interface Shown {
  /** What to read of the entry afterwards. */
  readonly selected: DatabaseParams
  readonly files: readonly EntryFile[]
}

function shownOf(scope: ServiceScope, params: Params, uid: string): Shown {
  const call = `strapi.entityService of ${uid}: files`
  return { selected: selection(scope, uid, params), files: entryFiles(params.files, call) }
}

/** Checked, then shown to those who listen, then stored as they leave it. */
async function write(
  scope: ServiceScope,
  input: CheckedInput,
  { selected, files }: Shown,
): Promise<StoredObject | null> {
  const { stored, lifecycles, query } = scope
  const { type, id } = input
  const what = id === null ? 'Create' : 'Update'
  const checked = await checkWrite(stored.current(), input)
  const params = { ...selected, ...(id === null ? {} : { where: { id } }), data: shownTo(checked) }
  const states = await lifecycles.run(`before${what}`, type.uid, { params })
  const data = isHeard(lifecycles, checked, `before${what}`) ? params.data : undefined
  const written = await withFiles(scope, type, files, alongside =>
    storeChecked(stored.current(), checked, { data, alongside }),
  )
  const result = await query(type.uid).findOne({ ...selected, where: { id: written } })
  await lifecycles.run(`after${what}`, type.uid, { params, result }, states)
  await lifecycles.tell(id === null ? 'entry.create' : 'entry.update', type.uid, result)
  return result
}

/** Listeners see the date of publication only if somebody has given one. */
function shownTo({ id, isDraft, shown }: CheckedWrite): Values {
  const { publishedAt, ...others } = shown
  return id === null && isNil(publishedAt) && !isDraft ? others : { ...shown }
}

/** Files are stored with their entry, or neither is. */
async function withFiles(
  { stored, media }: ServiceScope,
  type: ContentType,
  files: readonly EntryFile[],
  store: (alongside?: StoreAlongside) => Promise<number>,
): Promise<number> {
  if (files.length === 0) return store()
  if (stored.isInTransaction())
    throw new NotSupportedError('the parameter files of strapi.entityService inside strapi.db.transaction')
  const workspace = await media.workspaces.open()
  try {
    return (await attachToEntry(media, { type, access: SERVER_ACCESS, files, workspace }, store)).result
  } finally {
    await workspace.remove()
  }
}

function isHeard(lifecycles: ServiceScope['lifecycles'], { type }: CheckedWrite, action: LifecycleAction): boolean {
  return lifecycles.hears(type.uid, [action])
}

/** An entry is a draft unless it says when it was published. */
function newValues(type: ContentType, data: Values, defaultLocale: string): Values {
  const { publishedAt = null, ...values } = data
  const locale = type.localized ? { locale: data.locale ?? defaultLocale } : {}
  return type.draftAndPublish ? { publishedAt, ...values, ...locale } : { ...data, ...locale }
}

function isEmpty(value: unknown): boolean {
  return isNil(value) || (typeof value === 'object' && Object.keys(value).length === 0)
}

function isNil(value: unknown): value is null | undefined {
  return value === null || value === undefined
}
