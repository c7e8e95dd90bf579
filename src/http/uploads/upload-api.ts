/** `POST /api/upload` and `DELETE /api/upload/files/:id`, as Strapi's upload plug-in has them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../../config/config.ts'
import type { Authenticator, Caller } from '../../identity/access/authenticate.ts'
import { networkOf } from '../../identity/sign-in/rate-limiter.ts'
import { discardBody } from '../../media/forms/discard-body.ts'
import type { MediaContext } from '../../media/media-context.ts'
import type { ResumableStore } from '../../media/resumable/resumable-store.ts'
import { deleteFile } from '../../media/upload/delete-file.ts'
import { type Access, may } from '../../plan/access.ts'
import { isObject } from '../../schema/json-value.ts'
import { HINT_HEADER, hintText } from '../answer-notes.ts'
import { searchOf } from '../content/address-parts.ts'
import { registerFlatBodies } from '../content/flat-body.ts'
import { refusal } from '../refusal.ts'
import { hasForm, registerForms, withForm } from './form-body.ts'
import { registerTus, type TusCaller, type TusMetadata } from './tus-routes.ts'
import { changeInfoOnly, targetOf, type UploadAnswer, uploadForm } from './upload-form.ts'

export interface UploadRoutes {
  readonly media: MediaContext
  readonly resumable: ResumableStore
  readonly authenticate: Authenticator
  readonly development: boolean
  readonly folder: string
  readonly limits: Limits
  /** `/api` */
  readonly prefix: string
}

const PLUGIN = 'plugin::upload.content-api'

export async function registerUploadApi(server: FastifyInstance, routes: UploadRoutes): Promise<void> {
  const { prefix, media, limits, resumable: store } = routes
  const { sizeLimit } = media.settings
  const authorize = async (request: FastifyRequest) => {
    const caller = await allowed(routes, request, 'upload')
    return tusCaller(media, caller, uploaderName(caller, request.ip))
  }
  await registerTus(server, { url: `${prefix}/upload/tus`, store, sizeLimit, limits, authorize })
  await server.register(async scope => {
    registerFlatBodies(scope, limits)
    registerForms(scope)
    scope.post(`${prefix}/upload`, async (request, reply) => {
      const access = await allowed(routes, request, 'upload')
      const { json, hint } = await upload(routes, request, access)
      if (hint !== undefined) reply.header(HINT_HEADER, hintText(hint))
      return send(reply, json)
    })
    scope.delete(`${prefix}/upload/files/:id`, async (request, reply) => {
      const access = await allowed(routes, request, 'destroy')
      const { id } = request.params as { id: string }
      return send(reply, await deleteFile(media, { id, access }))
    })
  })
}

async function allowed(routes: UploadRoutes, request: FastifyRequest, verb: string): Promise<Caller> {
  const { authorization } = request.headers
  const action = `${PLUGIN}.${verb}`
  try {
    const caller = await routes.authenticate(authorization)
    if (!may(caller, action)) throw refusal({ caller, action, authorization }, routes)
    return caller
  } catch (error) {
    discardBody(request.raw)
    throw error
  }
}

/** The fields of a form that a resumable upload can have in its metadata; `id` names the file to replace. */
const FIELDS = ['fileInfo', 'ref', 'refId', 'field', 'path']

/** The bearer of the address is the owner: nobody can guess it, and callers may have no name. */
function tusCaller(media: MediaContext, access: Access, uploader: string): TusCaller {
  const fieldsOf = (metadata: TusMetadata) =>
    FIELDS.filter(name => metadata[name] !== undefined).map(name => ({ name, value: metadata[name]! }))
  return {
    owner: 'api',
    uploader,
    check: metadata => {
      if (metadata.id === undefined) targetOf(media, { fields: fieldsOf(metadata) }, access)
    },
    finish: async (file, metadata, stored) => {
      const fields = fieldsOf(metadata)
      const workspace = await media.workspaces.open()
      try {
        const form = { fields, files: [file] }
        return (await uploadForm(media, { form, workspace, id: metadata.id ?? '', access, stored })).json
      } finally {
        await workspace.remove()
      }
    },
  }
}

function uploaderName({ userId, tokenId }: Caller, address: string): string {
  if (userId !== null) return `user ${userId}`
  return tokenId === undefined ? `network ${networkOf(address)}` : `token ${tokenId}`
}

async function upload({ media, limits }: UploadRoutes, request: FastifyRequest, access: Access): Promise<UploadAnswer> {
  const id = new URLSearchParams(searchOf(request.raw.url ?? '')).get('id') ?? ''
  if (!hasForm(request)) {
    const { fileInfo } = isObject(request.body) ? request.body : {}
    return changeInfoOnly(media, { id, access, fileInfo })
  }
  try {
    return await withForm(request, { media, limits }, (form, workspace) =>
      uploadForm(media, { form, workspace, id, access }),
    )
  } catch (error) {
    discardBody(request.raw)
    throw error
  }
}

function send(reply: FastifyReply, json: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(json)
}
