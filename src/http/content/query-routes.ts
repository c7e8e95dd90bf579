/**
 * Queries that are too long for an address: `POST /api/articles/query`, or the method QUERY on the path of the list, with
 * the parameters as a JSON object.
 */
import type { FastifyInstance } from 'fastify'
import { searchOfBody } from '../../content/read/query-body.ts'
import { PopulusError } from '../../errors.ts'
import { searchOf } from './address-parts.ts'
import { type Asked, type ContentRoutes, readHandler } from './read-handler.ts'
import type { TypeRoute } from './type-routes.ts'

/** The parameters in the body, and nowhere else. */
export function askedInBody({ context, limits }: ContentRoutes, target: 'collection' | 'single'): Asked {
  return ({ body, raw: { url = '' } }) => {
    if (searchOf(url) !== '') throw new PopulusError('queryInBoth')
    const queryLength = limits.bodySize
    return { target, search: searchOfBody(body, context.limits, queryLength), queryLength }
  }
}

export function registerQueryRoutes(server: FastifyInstance, routes: ContentRoutes): void {
  const route: Omit<TypeRoute, 'method' | 'tail'> = {
    isFor: () => true,
    handlerOf: type => readHandler(routes, type, 'find', askedInBody(routes, type.single ? 'single' : 'collection')),
    // Whatever guards the list guards these, too.
    readsLike: '',
  }
  routes.typeRoutes.register(server, { ...route, method: 'POST', tail: '/query' })
  routes.typeRoutes.register(server, { ...route, method: 'QUERY', tail: '' })
}
