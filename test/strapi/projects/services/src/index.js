'use strict'

const grant = require('./lib/grant')

module.exports = {
  async bootstrap({ strapi }) {
    const actions = ['find', 'findOne', 'upload'].map(action => `plugin::upload.content-api.${action}`)
    await grant(strapi, 'public', actions)
    await strapi.db.query('plugin::upload.file').create({
      data: {
        name: 'paper.txt',
        hash: 'paper_1',
        ext: '.txt',
        mime: 'text/plain',
        size: 0.01,
        url: '/uploads/paper_1.txt',
        provider: 'local',
      },
    })
  },
}
