/** `GET /api/orders/aggregate`: what is computed from the entries of a list. Longer queries go into a body, as for a list. */
import type { FastifyInstance } from 'fastify'
import { readAggregate } from '../../content/aggregate/read-aggregate.ts'
import type { ContentType } from '../../schema/schema.ts'
import { searchOf } from './address-parts.ts'
import { withoutDoor } from './content-routes.ts'
import { askedInBody } from './query-routes.ts'
import { type Asked, type ContentRoutes, readHandler } from './read-handler.ts'

const asked: Asked = ({ raw: { url = '' } }) => ({ target: 'collection', search: searchOf(url) })

export function registerAggregateRoutes(server: FastifyInstance, routes: ContentRoutes): void {
  const { prefix, isReplaced, typeRoutes } = routes
  const own: ContentRoutes = { ...routes, isReshaped: undefined }
  // A route of the project for all paths below the list goes on to answer this one.
  const isHidden = (list: string) =>
    isReplaced?.('GET', `${list}/:id`) === true && isReplaced('GET', `${list}/aggregate`) !== true
  const route = {
    tail: '/aggregate',
    isFor: ({ single, pluralName }: ContentType) => !single && !isHidden(`${prefix}/${pluralName}`),
    readsLike: '',
  }
  typeRoutes.register(server, {
    ...route,
    method: 'GET',
    handlerOf: (type, url) => readHandler(withoutDoor(own, url), type, 'aggregate', asked, { answer: readAggregate }),
  })
  const inBody = (type: ContentType) =>
    readHandler(own, type, 'aggregate', askedInBody(routes, 'collection'), { answer: readAggregate })
  for (const method of ['POST', 'QUERY']) typeRoutes.register(server, { ...route, method, handlerOf: inBody })
}
