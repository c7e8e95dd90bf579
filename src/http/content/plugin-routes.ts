/**
 * The read routes of Strapi's own plug-ins: files, locales, and the description of the content model. Their answers
 * have no envelope.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findFile, findFlat, findLocales } from '../../content/read/find-flat.ts'
import { PopulusError } from '../../errors.ts'
import type { Caller } from '../../identity/access/authenticate.ts'
import { may } from '../../plan/access.ts'
import { describeComponent, describeComponents, describeType, describeTypes } from '../../schema/describe-schema.ts'
import { FILE_UID } from '../../schema/schema.ts'
import { replyWithJson } from '../json-reply.ts'
import { refusal } from '../refusal.ts'
import { searchOf } from './address-parts.ts'
import type { ContentRoutes } from './read-handler.ts'

interface PluginRoute {
  /** Below the prefix. */
  readonly path: string
  readonly action: string
  /** The JSON of the answer; `null` for an empty one. */
  readonly answer: (request: { caller: Caller; search: string; id: string }) => Promise<string | null>
}

export function registerPluginRoutes(server: FastifyInstance, routes: ContentRoutes): void {
  for (const { path, action, answer } of [...fileRoutes(routes), ...modelRoutes(routes)]) {
    server.get(`${routes.prefix}${path}`, async (request: FastifyRequest, reply: FastifyReply) => {
      const { authorization } = request.headers
      const caller = await routes.authenticate(authorization)
      if (!may(caller, action)) throw refusal({ caller, action, authorization }, routes)
      const { id = '' } = request.params as { id?: string }
      const json = await answer({ caller, search: searchOf(request.raw.url ?? ''), id })
      return json === null ? reply.code(204).send() : replyWithJson(json, request, reply)
    })
  }
}

function fileRoutes({ context }: ContentRoutes): readonly PluginRoute[] {
  const type = context.schema.types.get(FILE_UID)!
  const plugin = 'plugin::upload.content-api'
  return [
    {
      path: '/upload/files',
      action: `${plugin}.find`,
      answer: ({ caller, search }) => findFlat(context, { type, search, access: caller }),
    },
    {
      path: '/upload/files/:id',
      action: `${plugin}.findOne`,
      answer: async ({ caller, search, id }) => {
        const file = await findFile(context, { type, search, access: caller, id })
        if (file === null) throw new PopulusError('fileNotFound')
        return file
      },
    },
    {
      path: '/i18n/locales',
      action: 'plugin::i18n.locales.listLocales',
      answer: ({ caller }) => findLocales(context, caller),
    },
  ]
}

/** The content model, for generators of types and clients. */
function modelRoutes({ context: { schema } }: ContentRoutes): readonly PluginRoute[] {
  const plugin = 'plugin::content-type-builder'
  const data = async (described: unknown): Promise<string> => {
    if (described === undefined) throw new PopulusError('notFound')
    return JSON.stringify({ data: described })
  }
  const described = <Model, Json>(model: Model | undefined, describe: (model: Model) => Json) =>
    model === undefined ? undefined : describe(model)
  return [
    {
      path: '/content-type-builder/content-types',
      action: `${plugin}.content-types.getContentTypes`,
      answer: () => data(describeTypes(schema)),
    },
    {
      path: '/content-type-builder/content-types/:id',
      action: `${plugin}.content-types.getContentType`,
      answer: ({ id }) => data(described(schema.types.get(id), describeType)),
    },
    {
      path: '/content-type-builder/components',
      action: `${plugin}.components.getComponents`,
      answer: () => data(describeComponents(schema)),
    },
    {
      path: '/content-type-builder/components/:id',
      action: `${plugin}.components.getComponent`,
      answer: ({ id }) => data(described(schema.components.get(id), describeComponent)),
    },
  ]
}
