'use strict'

const UNPARSED = Symbol.for('unparsedBody')

/** The members of an object and of all that it inherits from, with their types. Names that begin with _ are nobody's business. */
const membersOf = object => {
  const members = {}
  for (let part = object; part !== null && part !== Object.prototype; part = Object.getPrototypeOf(part)) {
    for (const name of Object.getOwnPropertyNames(part)) {
      if (name.startsWith('_') || name in members || name === 'constructor' || EVENTS.includes(name)) continue
      members[name] = typeOf(object, name)
    }
  }
  return Object.fromEntries(Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1)))
}

const EVENTS = ['domain']

const typeOf = (object, name) => {
  try {
    return typeof object[name]
  } catch {
    return 'throws'
  }
}

const shownValues = ctx => ({
  params: ctx.params,
  requestParams: ctx.request.params,
  captures: ctx.captures,
  first: ctx.params[0],
  query: ctx.query,
  requestQuery: ctx.request.query,
  querystring: ctx.querystring,
  search: ctx.search,
  path: ctx.path,
  url: ctx.url,
  originalUrl: ctx.originalUrl,
  method: ctx.method,
  routerPath: ctx.routerPath,
  matchedRoute: ctx._matchedRoute,
  routerName: ctx._matchedRouteName,
  body: ctx.request.body,
  files: ctx.request.files,
  route: { method: ctx.state.route.method, path: ctx.state.route.path, info: ctx.state.route.info },
  isAuthenticated: ctx.state.isAuthenticated,
  type: ctx.request.type,
  length: ctx.request.length,
  accepts: ctx.accepts('json', 'html'),
  header: ctx.get('x-own'),
  isSecure: ctx.secure,
  protocol: ctx.protocol,
  subdomains: ctx.subdomains,
  isFresh: ctx.fresh,
  isIdempotent: ctx.idempotent,
})

module.exports = ({ strapi }) => ({
  members: ctx => ({
    ctx: membersOf(ctx),
    request: membersOf(ctx.request),
    response: membersOf(ctx.response),
    state: Object.keys(ctx.state).sort(),
    isContext: strapi.requestContext.get() === ctx,
  }),
  values: ctx => shownValues(ctx),
  sent: ctx => shownValues(ctx),
  hook(ctx) {
    const raw = ctx.request.body[UNPARSED]
    ctx.send({ type: typeof raw, raw: String(raw), body: ctx.request.body, name: ctx.request.params.name })
  },
  async answers(ctx) {
    const { kind } = ctx.request.params
    switch (kind) {
      case 'redirect':
        return ctx.redirect('/api/session')
      case 'text':
        ctx.type = 'text/plain'
        ctx.body = 'plain'
        return
      case 'buffer':
        ctx.set('x-kind', 'buffer')
        ctx.body = Buffer.from('bytes')
        return
      case 'stream':
        ctx.type = 'application/octet-stream'
        ctx.body = require('node:stream').Readable.from(['a', 'b'])
        return
      case 'assert':
        ctx.assert(false, 418, 'A teapot')
        return
      case 'throw':
        ctx.throw(409, 'Taken', { details: { by: 'another' } })
        return
      case 'cookie':
        ctx.cookies.set('seen', 'yes', { signed: false })
        return { seen: ctx.cookies.get('seen') ?? null }
      case 'created':
        return ctx.created({ made: true })
      case 'deleted':
        return ctx.deleted()
      case 'attachment':
        ctx.attachment('list.csv')
        ctx.body = 'a;b'
        return
      case 'forbidden':
        return ctx.forbidden('No', { why: 'because' })
      case 'own-error':
        throw Object.assign(new Error('Mine'), { status: 402, expose: true })
      case 'status':
        ctx.status = 202
        return { later: true }
      default:
        return null
    }
  },
  session(ctx) {
    ctx.session.count = (ctx.session.count ?? 0) + 1
    return { count: ctx.session.count, isNew: ctx.session.isNew }
  },
})
