'use strict'

const { ParcelError } = require('../../../lib/parcel-error')

const answered = async work => {
  try {
    return { result: await work() }
  } catch (error) {
    const { name, message, details } = error
    return { error: { name, message, details, isOwn: error instanceof ParcelError } }
  }
}

/** Calls `strapi.entityService`, `strapi.service` or `strapi.db.query` with the body. */
module.exports = ({ strapi }) => ({
  run(ctx) {
    const { uid, call } = ctx.params
    const { id, ...params } = ctx.request.body
    const name = `api::${uid}.${uid}`
    const calls = {
      create: () => strapi.entityService.create(name, params),
      update: () => strapi.entityService.update(name, id, params),
      serve: () => strapi.service(name).create(params),
      row: () => strapi.db.query(name).create(params),
    }
    return answered(calls[call])
  },
})
