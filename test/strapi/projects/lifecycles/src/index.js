'use strict'

const grant = require('./lib/grant')

module.exports = {
  async bootstrap({ strapi }) {
    await grant(
      strapi,
      'public',
      ['order', 'log'].flatMap(name =>
        ['find', 'findOne', 'create', 'update', 'delete'].map(action => `api::${name}.${name}.${action}`),
      ),
    )
    strapi.db.lifecycles.subscribe({
      models: ['api::order.order'],
      async beforeCreate(event) {
        event.params.data.note = `${event.params.data.note ?? ''}!`
      },
      async afterFindMany(event) {
        for (const order of event.result) if (order.note) order.note = order.note.toUpperCase()
      },
    })
    strapi.db.lifecycles.subscribe(event => {
      if (event.action === 'beforeDelete' && event.model.uid === 'api::log.log') throw new Error('never')
    })
  },
}
