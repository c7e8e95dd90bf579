'use strict'

module.exports = ({ strapi }) => ({
  async show(ctx) {
    const todo = strapi.plugin('todo')
    const { attributes, ...model } = strapi.contentType('plugin::todo.task')
    ctx.body = {
      moments: strapi.config.get('moments'),
      config: strapi.config.get('plugin.todo'),
      most: todo.config('most'),
      otherwise: todo.config('nothing', 'otherwise'),
      types: Object.keys(todo.contentTypes),
      uid: todo.contentType('task').uid,
      services: Object.keys(todo.services),
      controllers: Object.keys(todo.controllers),
      policies: Object.keys(todo.policies),
      middlewares: Object.keys(todo.middlewares),
      routes: Object.keys(todo.routes),
      same: [
        todo.service('task') === strapi.service('plugin::todo.task'),
        todo.service('task') === strapi.plugins.todo.services.task,
        todo.controller('info') === strapi.controller('plugin::todo.info'),
      ],
      attributes: Object.keys(attributes),
      model: [
        model.uid,
        model.modelName,
        model.modelType,
        model.kind,
        model.plugin,
        model.globalId,
        model.collectionName,
      ],
      off: 'off' in strapi.plugins,
      stored: await strapi.db.query('plugin::todo.task').findMany({ orderBy: { id: 'asc' }, populate: ['list'] }),
    }
  },
  open(ctx) {
    ctx.body = { open: true, type: ctx.state.route.info }
  },
  async cards(ctx) {
    const made = await strapi.entityService.create('plugin::todo.card', { data: { text: 'from code' } })
    ctx.body = { id: made.id, text: made.text }
  },
  async badCard() {
    return strapi.entityService.create('plugin::todo.card', { data: {} })
  },
})
