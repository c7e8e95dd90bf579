'use strict'

module.exports = plugin => {
  const { auth, user } = plugin.controllers
  const { register } = auth
  const { me } = user

  auth.register = async ctx => {
    if (!ctx.request.body.email?.endsWith('@example.org')) return ctx.badRequest('Only members of example.org')
    await register(ctx)
    ctx.body.welcome = `Hello ${ctx.body.user.username}`
  }

  user.me = async ctx => {
    await me(ctx)
    ctx.body = { ...ctx.body, me: true }
  }

  user.find = async ctx => {
    const users = await strapi.db
      .query('plugin::users-permissions.user')
      .findMany({ select: ['id', 'username'], orderBy: { id: 'asc' } })
    ctx.body = users.map(({ id, username }) => ({ id, username }))
  }

  user.names = async ctx => {
    ctx.send({
      names: (await strapi.entityService.findMany('plugin::users-permissions.user', { sort: 'id' })).map(
        ({ username }) => username,
      ),
    })
  }

  plugin.policies['is-ada'] = policyContext => policyContext.state.user?.username === 'ada'

  const { routes } = plugin.routes['content-api']
  routes.unshift({
    method: 'GET',
    path: '/users/names',
    handler: 'user.names',
    config: { prefix: '', policies: ['is-ada'] },
  })
  routes.find(({ handler }) => handler === 'user.findOne').config.policies = ['plugin::users-permissions.is-ada']
  plugin.routes['content-api'].routes = routes.filter(({ handler }) => handler !== 'user.count')

  return plugin
}
