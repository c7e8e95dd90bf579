'use strict'

const notes = () => strapi.db.query('api::note.note')

/** Values that are not there, as code finds them in a query or a body without them. */
const WHERES = {
  findMany: () => notes().findMany({ where: { title: undefined } }),
  findOne: () => notes().findOne({ where: { title: undefined } }),
  byId: () => notes().findOne({ where: { id: undefined } }),
  count: () => notes().count({ where: { title: undefined } }),
  equal: () => notes().findMany({ where: { title: { $eq: undefined } } }),
  either: () => notes().findMany({ where: { $or: [{ title: undefined }, { title: 'first' }] } }),
  related: () => notes().findMany({ where: { parent: undefined } }),
  relatedTitle: () => notes().findMany({ where: { parent: { title: undefined } } }),
  service: () => strapi.entityService.findMany('api::note.note', { filters: { title: undefined } }),
  serviceOne: () => strapi.entityService.findOne('api::note.note', undefined),
  update: () => notes().update({ where: { title: undefined }, data: { title: 'lost' } }),
  delete: () => notes().deleteMany({ where: { title: undefined } }),
}

const THROWN = {
  named: () => Object.assign(new Error('by its name'), { name: 'ValidationError' }),
  details: () => Object.assign(new Error('with details'), { name: 'ValidationError', details: { a: 1 } }),
  status: () => Object.assign(new Error('with a status'), { status: 418 }),
  exposed: () => Object.assign(new Error('exposed'), { status: 402, expose: true }),
  code: () => Object.assign(new Error('with a statusCode'), { statusCode: 409 }),
}

module.exports = ({ strapi }) => ({
  async where(ctx) {
    const result = await WHERES[ctx.params.call]()
    return { result: result ?? null }
  },
  events: () => ({ events: strapi.heardEvents() }),
  apis: () => ({
    names: Object.keys(strapi.api).sort(),
    service: typeof strapi.api.note.services.note.find,
    controller: typeof strapi.api.note.controllers.note.find,
    type: strapi.api.note.contentTypes.note.uid,
    found: typeof strapi.api['home'].service('home').find,
  }),
  async components() {
    const seos = strapi.db.query('shared.seo')
    return {
      all: await seos.findMany({ orderBy: 'id' }),
      count: await seos.count(),
      one: await seos.findOne({ where: { title: 'seo' } }),
    }
  },
  async manager() {
    const { entityManager } = strapi.db
    const uid = 'api::note.note'
    const made = await entityManager.create(uid, { data: { title: 'managed' } })
    const where = { id: made.id }
    const changed = await entityManager.update(uid, { where, data: { title: 'changed' }, select: ['title'] })
    const many = await entityManager.createMany(uid, { data: [{ title: 'one of two' }, { title: 'one of two' }] })
    return {
      changed: changed.title,
      one: (await entityManager.findOne(uid, { where })).title,
      many: many.count,
      moved: await entityManager.updateMany(uid, { where: { title: 'one of two' }, data: { title: 'moved' } }),
      found: (await entityManager.findMany(uid, { where: { title: 'moved' } })).length,
      count: await entityManager.count(uid, { where: { title: 'moved' } }),
      repository: await entityManager.getRepository(uid).count({ where: { title: 'moved' } }),
      removed: await entityManager.deleteMany(uid, { where: { title: 'moved' } }),
      deleted: (await entityManager.delete(uid, { where })).title,
      gone: await entityManager.findOne(uid, { where }),
      nothing: await entityManager.update(uid, { where, data: { title: 'lost' } }),
    }
  },
  thrown(ctx) {
    throw THROWN[ctx.params.kind]()
  },
})
