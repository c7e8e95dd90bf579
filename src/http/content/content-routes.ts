/** The routes of content types. A collection has a list and its entries; a single type has one entry. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { uniqueTargetOf } from '../../content/read/unique-target.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import { searchOf } from './address-parts.ts'
import { type Asked, type ContentRoutes, readHandler } from './read-handler.ts'

export function registerContentRoutes(server: FastifyInstance, routes: ContentRoutes): void {
  routes.typeRoutes.register(server, {
    method: 'GET',
    tail: '',
    isFor: () => true,
    handlerOf: (type, url) =>
      readHandler(withoutDoor(routes, url), type, 'find', type.single ? asSingle : asCollection),
  })
  routes.typeRoutes.register(server, {
    method: 'GET',
    tail: '/:id',
    isFor: ({ single }) => !single,
    handlerOf: (type, url) => readHandler(withoutDoor(routes, url), type, 'findOne', asEntry),
  })
}

/** Without the front door where code of the project answers. */
export function withoutDoor(routes: ContentRoutes, path: string): ContentRoutes {
  return routes.isExtended?.('GET', path) === true ? { ...routes, frontDoor: undefined } : routes
}

const search = (request: FastifyRequest): string => searchOf(request.raw.url ?? '')

const asSingle: Asked = request => ({ target: 'single', search: search(request) })
const asCollection: Asked = request => ({ target: 'collection', search: search(request) })

const asEntry: Asked = request => {
  const { id } = request.params as { id: string }
  const target = uniqueTargetOf(id)
  if (target !== undefined) return { target, search: search(request) }
  return { target: 'entry', search: search(request), entryId: idOfText(id) }
}
