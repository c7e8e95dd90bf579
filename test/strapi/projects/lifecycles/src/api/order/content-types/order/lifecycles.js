'use strict'

const { ApplicationError } = require('@strapi/utils').errors

const log = (event, about) => strapi.entityService.create('api::log.log', { data: { event, about } })

module.exports = {
  async beforeCreate(event) {
    const { data } = event.params
    if (data.amount > 100) throw new ApplicationError('Too many', { most: 100 })
    data.total = (data.amount ?? 0) * 2
    event.state = { began: data.item }
  },

  async afterCreate(event) {
    const { result, state, action, model } = event
    await log(action, { id: result.id, total: result.total, began: state.began, model: model.singularName })
  },

  async beforeUpdate(event) {
    const { data, where } = event.params
    if (data.amount !== undefined) data.total = data.amount * 2
    const before = await strapi.entityService.findOne('api::order.order', where.id)
    event.state.item = before.item
  },

  async afterUpdate({ action, result, state }) {
    await log(action, { id: result.id, before: state.item, item: result.item })
  },

  async beforeDelete({ params }) {
    const order = await strapi.db.query('api::order.order').findOne({ where: params.where })
    if (order?.item === 'kept') throw new ApplicationError('It stays')
  },

  async afterDelete({ action, result }) {
    await log(action, { item: result.item })
  },
}
