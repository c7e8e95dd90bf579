'use strict'

const { PolicyError } = require('@strapi/utils').errors

module.exports = {
  name: 'header',
  validator: config => {
    if (!config.name) throw new Error('a header must be named')
  },
  handler: async (policyContext, config, { strapi }) => {
    const value = policyContext.request.header[config.name]
    if (value === 'details') throw new PolicyError('A header with details', { header: config.name })
    strapi.log.debug(`policy ${policyContext.type}`)
    return value === config.value
  },
}
