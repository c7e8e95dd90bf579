'use strict'

module.exports = plugin => {
  const { user, auth } = plugin.controllers
  const { update, find, findOne, destroy, create } = user

  user.updateMe = async ctx => {
    ctx.params.id = ctx.state.user.id
    await update(ctx)
  }
  user.listAll = async ctx => {
    ctx.query = { ...ctx.query, sort: 'id', fields: ['username'] }
    await plugin.controllers.user.find(ctx)
    ctx.body = { users: ctx.body }
  }
  user.showOne = async ctx => findOne(ctx)
  user.removeMe = async ctx => {
    ctx.params = { id: String(ctx.state.user.id) }
    return destroy(ctx)
  }
  user.invite = async ctx => {
    ctx.request.body = { ...ctx.request.body, password: 'invited-1', role: 1 }
    await create(ctx)
  }
  auth.enter = ctx => auth.callback(ctx)
  void find

  const route = (method, path, handler) => ({ method, path, handler, config: { prefix: '' } })
  plugin.routes['content-api'].routes.unshift(
    route('PUT', '/users/me', 'user.updateMe'),
    route('DELETE', '/users/me', 'user.removeMe'),
    route('GET', '/everybody', 'user.listAll'),
    route('GET', '/one/:id', 'user.showOne'),
    route('POST', '/invite', 'user.invite'),
    route('POST', '/enter', 'auth.enter'),
  )
  return plugin
}
