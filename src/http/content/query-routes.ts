/**
 * Queries that are too long for an address: `POST /api/articles/query`, or the method QUERY on the path of the list, with
 * the parameters as a JSON object.
 */
import type { FastifyInstance } from 'fastify'
import { searchOfBody } from '../../content/read/query-body.ts'
import { PopulusError } from '../../errors.ts'
import { type Asked, type ContentRoutes, readHandler } from './read-handler.ts'
import { searchOf } from './search-of.ts'

/** The parameters in the body, and nowhere else. */
export function askedInBody({ context, limits }: ContentRoutes, target: 'collection' | 'single'): Asked {
  return ({ body, raw: { url = '' } }) => {
    if (searchOf(url) !== '') throw new PopulusError('queryInBoth')
    const queryLength = limits.bodySize
    return { target, search: searchOfBody(body, context.limits, queryLength), queryLength }
  }
}

export function registerQueryRoutes(server: FastifyInstance, routes: ContentRoutes): void {
  const { context, prefix } = routes
  for (const type of context.schema.types.values()) {
    if (!type.userDefined) continue
    const path = `${prefix}/${type.single ? type.singularName : type.pluralName}`
    const handler = readHandler(routes, type, 'find', askedInBody(routes, type.single ? 'single' : 'collection'))
    // Whatever guards the list guards these, too.
    const config = { readsLike: path }
    server.route({ method: 'POST', url: `${path}/query`, config, handler })
    server.route({ method: 'QUERY', url: path, config, handler })
  }
}
