/** `GET /api/queries/<name>`: named queries, answered as the plain reads that they stand for. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOne, type NamedQuery } from '../../content/named/named-query.ts'
import { namedQuestion } from '../../content/named/named-question.ts'
import { QUERIES_PATH, queryPathOwner } from '../../content/named/query-path-owner.ts'
import { PopulusError } from '../../errors.ts'
import type { ContentType } from '../../schema/schema.ts'
import { searchOf } from './address-parts.ts'
import { type ContentRoutes, readHandler } from './read-handler.ts'

export function registerNamedRoutes(server: FastifyInstance, routes: ContentRoutes): void {
  const { context, prefix, queries, frontDoor } = routes
  if (queryPathOwner(context.schema) !== undefined) return
  const path = `${prefix}/${QUERIES_PATH}/:name`
  const open = routes.isExtended?.('GET', path) === true ? { ...routes, frontDoor: undefined } : routes
  const handlers = new WeakMap<NamedQuery, ReturnType<typeof readHandler>>()
  const handlerOf = (query: NamedQuery) => {
    const known = handlers.get(query) ?? handlerFor(query, open)
    handlers.set(query, known)
    return known
  }
  server.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    const { name } = request.params as { name: string }
    // What is remembered from now on depends on the query as it is now.
    const version = frontDoor?.accessVersion()
    if (!queries.files.has(name)) await context.database.catchUp()
    const query = await queries.find(name)
    if (query === undefined) throw new PopulusError('notFound')
    return handlerOf(query)(request, reply, version)
  })
}

function handlerFor(query: NamedQuery, routes: ContentRoutes) {
  const { context, limits } = routes
  const asked = ({ raw: { url = '' } }: FastifyRequest) => ({
    ...namedQuestion(query, searchOf(url), context.limits),
    queryLength: limits.bodySize,
  })
  if (routes.isGuarded?.('GET', plainPath(query.type, query, routes.prefix)) === true) return refuse
  const text = JSON.stringify(query.definition)
  const isMeant = async () => JSON.stringify((await routes.queries.find(query.name))?.definition) === text
  const action = query.entry === undefined ? 'find' : 'findOne'
  return readHandler(routes, query.type, action, asked, { named: true, isMeant })
}

/** The route that would be asked without the named query. Code of the project that guards it does not know this one. */
function plainPath({ single, singularName, pluralName }: ContentType, query: NamedQuery, prefix: string): string {
  if (single) return `${prefix}/${singularName}`
  return isOne(query) ? `${prefix}/${pluralName}/:id` : `${prefix}/${pluralName}`
}

async function refuse(): Promise<never> {
  throw new PopulusError('notFound')
}
