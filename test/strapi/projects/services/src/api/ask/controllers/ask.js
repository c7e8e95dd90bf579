'use strict'

const { sanitizeEntity } = require('@strapi/utils')
const helper = require('../services/helpers/text')

const KEY = 'plugin_ask_counter'

module.exports = {
  async store(ctx) {
    const query = strapi.db.query('strapi::core-store')
    const made = await query.create({ data: { key: KEY, value: '1', type: 'number' } })
    const { id, ...created } = made
    const changed = await query.update({ where: { key: KEY }, data: { value: '2' } })
    const read = await strapi.store({ type: 'plugin', name: 'ask' }).get({ key: 'counter' })
    const count = await query.count({ where: { key: { $startsWith: 'plugin_ask_' } } })
    const many = await query.findMany({ where: { key: { $startsWith: 'plugin_ask_' } }, select: ['key', 'value'] })
    const deleted = await query.delete({ where: { key: KEY } })
    ctx.body = {
      created,
      same: [changed.id === id, deleted.id === id],
      changed: changed.value,
      read,
      count,
      many: many.map(({ key, value }) => ({ key, value })),
      deleted: deleted.value,
      gone: await query.findOne({ where: { key: KEY } }),
      missing: await query.update({ where: { key: KEY }, data: { value: '3' } }),
    }
  },
  async providers(ctx) {
    const service = strapi.plugin('users-permissions').service('providers')
    try {
      await service.connect('google', {})
    } catch (error) {
      ctx.body = { message: error.message }
    }
  },
  signIn(ctx) {
    return strapi.controller('plugin::users-permissions.auth').callback(ctx)
  },
  server(ctx) {
    const { httpServer } = strapi.server
    ctx.body = { listens: typeof httpServer.on, same: strapi.server.httpServer === httpServer }
  },
  unused(ctx) {
    ctx.body = { missing: typeof sanitizeEntity, helper: helper('text') }
  },
}
