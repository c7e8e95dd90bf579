'use strict'

const { createCoreController } = require('@strapi/strapi').factories
const { ParcelError } = require('../../../lib/parcel-error')

const caught = async (ctx, work) => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ParcelError)) throw error
    return ctx.badRequest(error.message, { weight: error.weight })
  }
}

module.exports = createCoreController('api::parcel.parcel', () => ({
  create(ctx) {
    return caught(ctx, () => super.create(ctx))
  },
  update(ctx) {
    return caught(ctx, () => super.update(ctx))
  },
}))
