module.exports = async ({ strapi }) => {
  strapi.config.set('moments', [...strapi.config.get('moments', []), 'todo bootstrap'])
  strapi.db.lifecycles.subscribe({
    models: ['api::list.list'],
    async beforeCreate(event) {
      if (event.params.data.title === 'forbidden') throw new Error('no such list')
      event.params.data.title = `${event.params.data.title} (seen by todo)`
    },
  })
}
