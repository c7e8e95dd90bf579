/** `GET /api/orders/aggregate`: what is computed from the entries of a list. Longer queries go into a body, as for a list. */
import type { FastifyInstance } from 'fastify'
import { readAggregate } from '../../content/aggregate/read-aggregate.ts'
import { withoutDoor } from './content-routes.ts'
import { askedInBody } from './query-routes.ts'
import { type Asked, type ContentRoutes, readHandler } from './read-handler.ts'
import { searchOf } from './search-of.ts'

const asked: Asked = ({ raw: { url = '' } }) => ({ target: 'collection', search: searchOf(url) })

export function registerAggregateRoutes(server: FastifyInstance, routes: ContentRoutes): void {
  const { context, prefix, isReplaced } = routes
  const own: ContentRoutes = { ...routes, isReshaped: undefined }
  for (const type of context.schema.types.values()) {
    if (!type.userDefined || type.single) continue
    const list = `${prefix}/${type.pluralName}`
    const url = `${list}/aggregate`
    // A route of the project for all paths below the list goes on to answer this one.
    if (isReplaced?.('GET', `${list}/:id`) === true && isReplaced('GET', url) !== true) continue
    const config = { readsLike: list }
    const handler = readHandler(withoutDoor(own, url), type, 'aggregate', asked, { answer: readAggregate })
    server.get(url, { config }, handler)
    const inBody = readHandler(own, type, 'aggregate', askedInBody(routes, 'collection'), { answer: readAggregate })
    for (const method of ['POST', 'QUERY']) server.route({ method, url, config, handler: inBody })
  }
}
