/** The routes that change content: POST, PUT and DELETE on collections, PUT and DELETE on single types. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../../config/config.ts'
import type { ContentContext } from '../../content/content-context.ts'
import { create } from '../../content/write/create.ts'
import { createLocalization } from '../../content/write/create-localization.ts'
import { deleteOne } from '../../content/write/delete.ts'
import { dataOf, flatDataOf, formOf, localeOf } from '../../content/write/read-body.ts'
import { deleteSingle, saveSingle } from '../../content/write/save-single.ts'
import { update } from '../../content/write/update.ts'
import { PopulusError } from '../../errors.ts'
import type { Caller } from '../../identity/access/authenticate.ts'
import { may } from '../../plan/access.ts'
import { unknownKeys } from '../../plan/write/unknown-keys.ts'
import { isObject as isJsonObject } from '../../schema/json-value.ts'
import type { ContentType } from '../../schema/schema.ts'
import { HINT_HEADER, hintText } from '../hint-header.ts'
import type { ContentRoutes } from './content-routes.ts'
import { searchOf } from './search-of.ts'

interface WriteRequest {
  readonly access: Caller
  readonly search: string
  readonly id: string
  readonly body: unknown
}

type Operation = (request: WriteRequest) => Promise<string>

export function registerWriteRoutes(server: FastifyInstance, routes: ContentRoutes): void {
  for (const type of routes.context.schema.types.values()) {
    if (!type.userDefined) continue
    if (type.single) registerSingle(server, routes, type)
    else registerCollection(server, routes, type)
  }
}

/** Forms send `data[title]=x`. */
export function registerNestedForms(scope: FastifyInstance, limits: Limits): void {
  const form = 'application/x-www-form-urlencoded'
  scope.removeContentTypeParser(form)
  scope.addContentTypeParser<string>(form, { parseAs: 'string' }, async (_request: unknown, text: string) =>
    formOf(text, limits),
  )
}

function registerCollection(server: FastifyInstance, routes: ContentRoutes, type: ContentType): void {
  const { context, prefix } = routes
  const path = `${prefix}/${type.pluralName}`
  const handle = (action: string, operation: Operation) => handler(routes, type, action, operation)
  server.post(
    path,
    handle('create', ({ body, ...request }) =>
      create(context, { type, ...request, data: dataOf(body, context.limits) }),
    ),
  )
  server.put(
    `${path}/:id`,
    handle('update', ({ body, ...request }) =>
      update(context, { type, ...request, data: dataOf(body, context.limits) }),
    ),
  )
  server.delete(
    `${path}/:id`,
    handle('delete', ({ body: _, ...request }) => deleteOne(context, { type, ...request })),
  )
  if (!type.localized) return
  const translate = handle('createLocalization', ({ body, ...request }) =>
    createLocalization(context, { type, ...request, data: flatDataOf(body, context.limits) }),
  )
  server.post(`${path}/:id/localizations`, translate)
}

function registerSingle(server: FastifyInstance, routes: ContentRoutes, type: ContentType): void {
  const { context, prefix } = routes
  const path = `${prefix}/${type.singularName}`
  const handle = (action: string, operation: Operation) => handler(routes, type, action, operation)
  const locale = (search: string) => localeOf(search, context.limits)
  server.put(
    path,
    handle('update', ({ body, ...request }) =>
      saveSingle(context, { type, ...request, data: dataOf(body, context.limits), locale: locale(request.search) }),
    ),
  )
  server.delete(
    path,
    handle('delete', ({ body: _, ...request }) =>
      deleteSingle(context, { type, ...request, locale: locale(request.search) }),
    ),
  )
}

/** Checks who is asking and whether they may. Only then does it look at the body. */
function handler({ authenticate, context }: ContentRoutes, type: ContentType, action: string, operation: Operation) {
  const scope = `${type.uid}.${action}`
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const access = await authenticate(request.headers.authorization)
    if (!may(access, scope)) throw new PopulusError('forbidden')
    const { id = '' } = request.params as { id?: string }
    const json = await operation({ access, search: searchOf(request.raw.url ?? ''), id, body: request.body })
    const hint = bodyHint(request.body, type, context)
    if (hint !== '') reply.header(HINT_HEADER, hintText(hint))
    return reply.type('application/json; charset=utf-8').send(json)
  }
}

/** Names unknown keys, unless they are errors anyway. */
function bodyHint(body: unknown, type: ContentType, { dialect, schema }: ContentContext): string {
  const data = isJsonObject(body) ? body.data : undefined
  if (dialect.typosAreErrors || !isJsonObject(data)) return ''
  return unknownKeys(data, type, schema)
    .map(({ message }) => message)
    .join('; ')
}
