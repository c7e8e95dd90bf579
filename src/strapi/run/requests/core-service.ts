/** Strapi's own service of a content type, which `createCoreService` extends. */
import { ValidationError } from '../errors/strapi-errors.ts'
import type { Loose, Strapi, StrapiModel } from '../strapi-types.ts'
import { pageOf, paginationOf, wantsCount } from './service-pagination.ts'

const methods = new WeakSet<object>()

/** Whether a method of a service is Strapi's own. */
export function isCoreMethod(method: unknown): boolean {
  return typeof method === 'function' && methods.has(method)
}

export function coreService(strapi: Strapi, model: StrapiModel): Loose {
  const service = model.kind === 'singleType' ? singleService(strapi, model) : collectionService(strapi, model)
  for (const method of Object.values(service)) methods.add(method as object)
  return service
}

const getFetchParams = (params: Loose = {}): Loose => ({ publicationState: 'live', ...params })

function collectionService(strapi: Strapi, model: StrapiModel): Loose {
  const { uid } = model
  return {
    getFetchParams: (params: Loose) => getFetchParams(params),
    async find(this: Loose, params: Loose = {}) {
      const wanted = this.getFetchParams(params)
      const pagination = paginationOf(strapi, wanted.pagination)
      const results = await strapi.entityService.findMany(uid, { ...wanted, ...pageOf(pagination) })
      if (!wantsCount(strapi, wanted.pagination)) return { results, pagination }
      const total = await strapi.entityService.count(uid, { ...wanted, ...pagination })
      const pages = 'page' in pagination ? { pageCount: Math.ceil(total / pagination.pageSize) } : {}
      return { results, pagination: { ...pagination, ...pages, total } }
    },
    findOne(this: Loose, id: unknown, params: Loose = {}) {
      return strapi.entityService.findOne(uid, id, this.getFetchParams(params))
    },
    create(params: Loose = { data: {} }) {
      return strapi.entityService.create(uid, { ...params, data: published(model, params.data) })
    },
    update: (id: unknown, params: Loose = { data: {} }) => strapi.entityService.update(uid, id, params),
    delete: (id: unknown, params: Loose = {}) => strapi.entityService.delete(uid, id, params),
  }
}

function singleService(strapi: Strapi, model: StrapiModel): Loose {
  const { uid } = model
  return {
    getFetchParams: (params: Loose) => getFetchParams(params),
    async find(this: Loose, params: Loose = {}) {
      return (await strapi.entityService.findMany(uid, this.getFetchParams(params))) ?? null
    },
    async createOrUpdate(this: Loose, { data, ...params }: Loose = { data: {} }) {
      const entity = await this.find({ ...params, publicationState: 'preview' })
      if (entity) return strapi.entityService.update(uid, entity.id, { ...params, data })
      if ((await strapi.db.query(uid).count()) >= 1) throw new ValidationError('singleType.alreadyExists')
      return strapi.entityService.create(uid, { ...params, data: published(model, data) })
    },
    async delete(this: Loose, params: Loose = {}) {
      const entity = await this.find(params)
      return entity ? strapi.entityService.delete(uid, entity.id) : undefined
    },
  }
}

/** An entry is published unless its data says otherwise. As in Strapi, the data itself is changed. */
function published({ options }: StrapiModel, data: Loose): Loose {
  if (options.draftAndPublish === true && !('publishedAt' in data)) data.publishedAt = new Date()
  return data
}
