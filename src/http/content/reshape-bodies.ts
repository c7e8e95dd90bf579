/**
 * Bodies of content types in the form of strapi-plugin-transformer, for projects that use it. The plugin works on routes;
 * so does this.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transformer } from '../../config/settings/transformer.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import { reshapeData } from './reshape-data.ts'
import { routeOf } from './type-routes.ts'

export interface ReshapeInput {
  readonly transformer: Transformer
  readonly schema: Schema
  /** `/api` */
  readonly prefix: string
}

/** Whether the answers of a route are in the other form. */
export type IsReshaped = (method: string, path: string) => boolean

const IGNORE = 'strapi-transformer-ignore'

/** Whether the client asks for Strapi's own form. */
export function wantsOwnForm({ headers }: FastifyRequest): boolean {
  return headers[IGNORE] === 'true'
}

/** Call it before the routes are registered. */
export function reshapeBodies(server: FastifyInstance, { transformer, schema, prefix }: ReshapeInput): IsReshaped {
  const uids = routeOwners(schema, prefix)
  const isReshaped: IsReshaped = (method, path) => {
    const uid = uids.get(path)
    return uid !== undefined && isChosen(transformer, uid, method === 'HEAD' ? 'GET' : method)
  }
  const applies = (request: FastifyRequest) =>
    !wantsOwnForm(request) && isReshaped(request.method, routeOf(request) ?? '')
  if (transformer.wrapBodyWithDataKey) {
    server.addHook('preValidation', async request => {
      if (/^(POST|PUT)$/.test(request.method) && applies(request)) request.body = wrapped(request.body)
    })
  }
  if (transformer.removeAttributesKey || transformer.removeDataKey) {
    server.addHook('onSend', async (request, reply, payload) => {
      if (!applies(request) || reply.statusCode !== 200) return payload
      if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
      reply.removeHeader('content-length')
      return reshaped(transformer, payload.toString())
    })
  }
  return isReshaped
}

function reshaped(transformer: Transformer, json: string): string {
  const body = JSON.parse(json) as { data?: unknown }
  return body.data ? JSON.stringify({ ...body, data: reshapeData(transformer, body.data) }) : json
}

/** Forms with files are objects of a class of their own; they have their `data` already. */
function wrapped(body: unknown): unknown {
  const isPlain =
    body === undefined || body === null || Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype
  if (!isPlain) return body
  const given = (body ?? {}) as object
  return Object.hasOwn(given, 'data') && Object.keys(given).length === 1 ? body : { data: given }
}

/** In Strapi, the routes of a folder belong to the type that has the folder's name. */
function routeOwners({ types }: Schema, prefix: string): ReadonlyMap<string, string> {
  const own = [...types.values()].filter(({ userDefined }) => userDefined)
  return new Map(
    own.flatMap(type => {
      const uid = folderType(type, types)
      if (type.single) return [[`${prefix}/${type.singularName}`, uid] as const]
      const path = `${prefix}/${type.pluralName}`
      return [[path, uid] as const, [`${path}/:id`, uid] as const]
    }),
  )
}

function folderType({ uid }: ContentType, types: Schema['types']): string {
  const folder = uid.slice('api::'.length, uid.indexOf('.'))
  return types.has(`api::${folder}.${folder}`) ? `api::${folder}.${folder}` : folder
}

function isChosen({ mode, uids }: Transformer, uid: string, method: string): boolean {
  if (Object.keys(uids).length === 0 || mode === 'none') return true
  const chosen = Object.hasOwn(uids, uid) ? uids[uid]! : false
  const byMethod = typeof chosen === 'object' ? chosen[method] : chosen
  // A type that is listed with methods is chosen for methods that it does not list.
  return byMethod === undefined || (mode === 'allow' ? byMethod : !byMethod)
}
