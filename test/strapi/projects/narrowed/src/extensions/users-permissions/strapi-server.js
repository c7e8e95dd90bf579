'use strict'

const filters = require('../../lib/filters')

module.exports = plugin => {
  plugin.policies.narrow = ({ request }) => {
    const { narrow } = request.query
    delete request.query.narrow
    if (narrow !== undefined) request.query.filters = { ...request.query.filters, ...filters[narrow] }
    return true
  }
  const { routes } = plugin.routes['content-api']
  routes.find(({ handler }) => handler === 'user.find').config.policies = ['plugin::users-permissions.narrow']
  return plugin
}
