'use strict'

const { createCoreController } = require('@strapi/strapi').factories
const utils = require('@strapi/utils')

const { ApplicationError, ForbiddenError, NotFoundError, ValidationError } = utils.errors

module.exports = createCoreController('api::note.note', ({ strapi }) => ({
  /** Adds to what the core action answers. */
  async find(ctx) {
    ctx.query = { ...ctx.query, sort: 'title:desc' }
    const { data, meta } = await super.find(ctx)
    meta.asked = Object.keys(ctx.query)
    return { data: data.map(({ id, attributes }) => ({ id, attributes, shout: attributes.title.toUpperCase() })), meta }
  },

  /** Everybody reads; the author sees that the note is theirs. */
  async findOne(ctx) {
    const { id } = ctx.params
    const note = await strapi.entityService.findOne('api::note.note', id, { populate: { owner: true } })
    if (!note) return ctx.notFound('There is no such note', { id })
    const answer = await super.findOne(ctx)
    if (!answer) return ctx.notFound()
    answer.meta.mine = note.owner?.id === ctx.state.user?.id
    return answer
  },

  async create(ctx) {
    const { user } = ctx.state
    if (!user) return ctx.unauthorized('Sign in first')
    if (ctx.request.body?.data?.title === 'boom') throw new Error('a programming error')
    if (ctx.request.body?.data?.title === 'spam') throw new ApplicationError('No spam', { reason: 'spam' })
    if (ctx.request.body?.data?.title === 'bad') throw new ValidationError('Bad title', { path: ['title'] })
    const answer = await super.create(ctx)
    await strapi.entityService.update('api::note.note', answer.data.id, { data: { owner: user.id, secret: 'kept' } })
    return answer
  },

  /** Only the owner may. */
  async update(ctx) {
    const [note] = await strapi.entityService.findMany('api::note.note', {
      filters: { id: ctx.params.id, owner: { id: ctx.state.user.id } },
    })
    if (!note) return ctx.unauthorized(`You can't update this entry`)
    return super.update(ctx)
  },

  async delete(ctx) {
    const note = await strapi.db.query('api::note.note').findOne({ where: { id: ctx.params.id }, populate: ['owner'] })
    if (!note) throw new NotFoundError('Gone already')
    if (note.owner?.id !== ctx.state.user?.id) throw new ForbiddenError('Not yours')
    const answer = await super.delete(ctx)
    ctx.status = 202
    return answer
  },

  /** An action that Strapi does not have. */
  async count(ctx) {
    const query = await this.sanitizeQuery(ctx)
    const notes = await strapi.entityService.findMany('api::note.note', query)
    const safe = await this.sanitizeOutput(notes, ctx)
    ctx.send({ count: notes.length, first: this.transformResponse(safe[0] ?? null) })
  },
}))
