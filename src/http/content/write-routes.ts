/** The routes that change content: POST, PUT and DELETE on collections, PUT and DELETE on single types. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../../config/config.ts'
import type { ContentContext } from '../../content/content-context.ts'
import { dataOf, flatDataOf, formOf, localeOf } from '../../content/write/values/read-body.ts'
import {
  create,
  createLocalization,
  deleteOne,
  deleteSingle,
  saveSingle,
  update,
} from '../../content/write/write-content.ts'
import type { Caller } from '../../identity/access/authenticate.ts'
import { discardBody } from '../../media/forms/discard-body.ts'
import type { StoreAlongside } from '../../media/upload/attach-to-entry.ts'
import { may } from '../../plan/access.ts'
import { unknownKeys } from '../../plan/write/unknown-keys.ts'
import { isObject as isJsonObject } from '../../schema/json-value.ts'
import type { ContentType } from '../../schema/schema.ts'
import { HINT_HEADER, hintText } from '../answer-notes.ts'
import { refusal } from '../refusal.ts'
import { hasForm } from '../uploads/form-body.ts'
import { writeForm } from '../uploads/write-form.ts'
import { searchOf } from './address-parts.ts'
import { explainMissingData } from './missing-data.ts'
import { type ContentRoutes, refuseAnonymous } from './read-handler.ts'

interface WriteRequest {
  readonly access: Caller
  readonly search: string
  readonly id: string
  readonly body: unknown
  /** Stores the files that came with the body. */
  readonly alongside: StoreAlongside | undefined
  readonly isForm: boolean
}

type Operation = (request: WriteRequest) => Promise<string>

export function registerWriteRoutes(server: FastifyInstance, routes: ContentRoutes): void {
  const { typeRoutes } = routes
  const isCollection = ({ single }: ContentType) => !single
  const isSingle = ({ single }: ContentType) => single
  const ways = [
    { method: 'POST', tail: '', isFor: isCollection, action: 'create', operationOf: creation },
    { method: 'PUT', tail: '/:id', isFor: isCollection, action: 'update', operationOf: change },
    { method: 'DELETE', tail: '/:id', isFor: isCollection, action: 'delete', operationOf: deletion },
    { method: 'PUT', tail: '', isFor: isSingle, action: 'update', operationOf: singleChange },
    { method: 'DELETE', tail: '', isFor: isSingle, action: 'delete', operationOf: singleDeletion },
  ]
  for (const { action, operationOf, ...way } of ways)
    typeRoutes.register(server, {
      ...way,
      handlerOf: type => handler(routes, type, action, operationOf(routes.context, type)),
    })
  for (const [tail, isFor] of [
    ['/:id/localizations', isCollection],
    ['/localizations', isSingle],
  ] as const)
    typeRoutes.register(server, {
      method: 'POST',
      tail,
      isFor: type => type.localized && isFor(type),
      handlerOf: type => handler(routes, type, 'createLocalization', translation(routes.context, type)),
    })
}

/** Forms send `data[title]=x`. */
export function registerNestedForms(scope: FastifyInstance, limits: Limits): void {
  const form = 'application/x-www-form-urlencoded'
  scope.removeContentTypeParser(form)
  scope.addContentTypeParser<string>(form, { parseAs: 'string' }, async (_request: unknown, text: string) =>
    formOf(text, limits),
  )
}

type OperationOf = (context: ContentContext, type: ContentType) => Operation

const creation: OperationOf =
  (context, type) =>
  ({ body, ...request }) =>
    create(context, { type, ...request, data: dataOf(body, context) })

const change: OperationOf =
  (context, type) =>
  ({ body, ...request }) =>
    update(context, { type, ...request, data: dataOf(body, context) })

const deletion: OperationOf =
  (context, type) =>
  ({ body: _, ...request }) =>
    deleteOne(context, { type, ...request })

const translation: OperationOf =
  (context, type) =>
  ({ body, isForm, ...request }) => {
    const values = isForm ? (body as { data: unknown }).data : body
    return createLocalization(context, { type, ...request, data: flatDataOf(values, context) })
  }

const singleChange: OperationOf =
  (context, type) =>
  ({ body, ...request }) => {
    const locale = localeOf(request.search, context.limits)
    return saveSingle(context, { type, ...request, data: dataOf(body, context), locale })
  }

const singleDeletion: OperationOf =
  (context, type) =>
  ({ body: _, ...request }) =>
    deleteSingle(context, { type, ...request, locale: localeOf(request.search, context.limits) })

/** Checks who is asking and whether they may. Only then does it look at the body. */
function handler(routes: ContentRoutes, type: ContentType, action: string, operation: Operation) {
  const { context } = routes
  const scope = `${type.uid}.${action}`
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const access = await allowed(routes, request, scope)
    const { id = '' } = request.params as { id?: string }
    const given = { access, search: searchOf(request.raw.url ?? ''), id }
    const { json, body, lost } = await write(routes, { type, access }, request, parts =>
      operation({ ...given, ...parts }),
    ).catch((error: unknown) => {
      throw explainMissingData(error, request)
    })
    const hint = [bodyHint(body, type, context), ...lost].filter(text => text !== '').join('; ')
    if (hint !== '') reply.header(HINT_HEADER, hintText(hint))
    return reply.type('application/json; charset=utf-8').send(json)
  }
}

/** Who is asking. Throws if they may not. */
export async function allowed(routes: ContentRoutes, request: FastifyRequest, scope: string): Promise<Caller> {
  const { authorization } = request.headers
  try {
    if (routes.namedOnly && selects(request)) refuseAnonymous(authorization, routes.prefix)
    const access = await routes.authenticate(authorization)
    if (!may(access, scope)) throw refusal({ caller: access, action: scope, authorization }, routes)
    return access
  } catch (error) {
    if (hasForm(request)) discardBody(request.raw)
    throw error
  }
}

/** Whether the answer to a write is to show what a query selects. */
function selects({ raw: { url = '' } }: FastifyRequest): boolean {
  return [...new URLSearchParams(searchOf(url)).keys()].some(name => name !== 'locale')
}

type BodyParts = Pick<WriteRequest, 'body' | 'alongside' | 'isForm'>

async function write(
  { media, limits }: ContentRoutes,
  target: { readonly type: ContentType; readonly access: Caller },
  request: FastifyRequest,
  run: (parts: BodyParts) => Promise<string>,
): Promise<{ readonly json: string; readonly body: unknown; readonly lost: readonly string[] }> {
  const { body } = request
  if (!hasForm(request)) return { json: await run({ body, alongside: undefined, isForm: false }), body, lost: [] }
  const options = { media, limits, ...target }
  return writeForm(request, options, (data, alongside) => run({ body: data, alongside, isForm: true }))
}

/** Names unknown keys, unless they are errors anyway. */
function bodyHint(body: unknown, type: ContentType, { dialect, schema }: ContentContext): string {
  const data = isJsonObject(body) ? body.data : undefined
  if (dialect.typosAreErrors || !isJsonObject(data)) return ''
  return unknownKeys(data, type, schema)
    .map(({ message }) => message)
    .join('; ')
}
