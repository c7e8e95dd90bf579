/** Every route of the server, in the order in which they are registered. */
import type { FastifyInstance } from 'fastify'
import { LOGIN_LIMIT } from '../identity/administrators/sign-in.ts'
import { registerAdminRoutes } from './admin/admin-routes.ts'
import { registerMediaRoutes } from './admin/media/media-routes.ts'
import { registerAdminTus } from './admin/media/media-tus.ts'
import { registerPanel } from './admin/panel-files.ts'
import { registerSettings } from './admin/settings/settings-routes.ts'
import { registerTransfers } from './admin/settings/transfer-routes.ts'
import { registerAggregateRoutes } from './content/aggregate-routes.ts'
import { registerContentRoutes } from './content/content-routes.ts'
import { explainReads } from './content/explain-read.ts'
import { registerFlatBodies } from './content/flat-body.ts'
import { registerFlatRoute } from './content/flat-route.ts'
import type { FrontDoor } from './content/front-door.ts'
import { registerNamedRoutes } from './content/named-routes.ts'
import { registerOpenApi } from './content/openapi-route.ts'
import { registerPluginRoutes } from './content/plugin-routes.ts'
import { registerQueryRoutes } from './content/query-routes.ts'
import { reshapeBodies } from './content/reshape-bodies.ts'
import { registerTimingRoutes } from './content/timing-routes.ts'
import type { TypeRoutes } from './content/type-routes.ts'
import { registerNestedForms, registerWriteRoutes } from './content/write-routes.ts'
import type { extendRoutes } from './extension/extend-routes.ts'
import { grantingAuthenticator } from './extension/granted-action.ts'
import { registerUploads } from './files/upload-routes.ts'
import { LiveStreams } from './live/live-streams.ts'
import { registerMcp } from './mcp/mcp-routes.ts'
import { registerDocsSite } from './operations/docs-site.ts'
import { registerMetrics } from './operations/metrics-route.ts'
import { registerReady } from './operations/ready-route.ts'
import type { ServerInput } from './server-input.ts'
import { registerForms } from './uploads/form-body.ts'
import { registerUploadApi } from './uploads/upload-api.ts'
import { authRoutes } from './users/auth-routes.ts'
import { emailRoutes } from './users/email-routes.ts'
import { roleRoutes, userRoutes } from './users/user-routes.ts'

export interface RoutesInput extends ServerInput {
  readonly extended: ReturnType<typeof extendRoutes> | undefined
  readonly typeRoutes: TypeRoutes
  readonly byOrigin: boolean
  readonly frontDoor: FrontDoor | undefined
  readonly isClosing: () => boolean
}

type Routes = ReturnType<typeof sharedRoutes>
type Registration = (server: FastifyInstance, routes: Routes, input: RoutesInput) => void | Promise<void>

/** `reshapeBodies` and the metrics come first, because their hooks hold for the routes after them. */
export async function registerRoutes(server: FastifyInstance, input: RoutesInput): Promise<void> {
  const { transformer } = input.config.adopt
  const { schema } = input.content.context
  const shape = transformer === null ? undefined : { transformer, schema, prefix: input.config.api.prefix }
  const routes = sharedRoutes(input, shape && reshapeBodies(server, shape))
  server.addHook('preClose', async () => routes.live.close())
  for (const register of REGISTRATIONS) await register(server, routes, input)
}

/** What the routes of content, files and users share. */
function sharedRoutes(input: RoutesInput, isReshaped: ReturnType<typeof reshapeBodies> | undefined) {
  const { config, content, management, frontDoor, media, resumable, extended, typeRoutes, byOrigin } = input
  // Only code of the project grants anything.
  const authenticate = extended === undefined ? content.authenticate : grantingAuthenticator(content.authenticate)
  return {
    ...content,
    authenticate,
    prefix: config.api.prefix,
    cache: config.cache,
    development: config.development,
    folder: config.folder,
    typeRoutes,
    byOrigin,
    explain: explainReads(management, content.authenticate),
    live: new LiveStreams({
      context: content.context,
      authenticate,
      accessVersion: input.accessVersion,
      usersVersion: () => management.rules?.usersVersion() ?? 0,
    }),
    frontDoor,
    media,
    resumable,
    limits: config.limits,
    isExtended: extended?.isExtended,
    isGuarded: extended?.isGuarded,
    namedOnly: config.api.anonymousReads === 'named',
    isReplaced: extended?.isReplaced,
    isReshaped,
  }
}

const REGISTRATIONS: readonly Registration[] = [
  (server, _routes, { metrics, config }) => {
    if (metrics !== undefined) registerMetrics(server, metrics, config.metrics)
  },
  registerContentRoutes,
  registerQueryRoutes,
  registerNamedRoutes,
  registerAggregateRoutes,
  registerPluginRoutes,
  (server, routes, { management }) => registerOpenApi(server, routes, management.project),
  async (server, routes, { management }) => {
    await server.register(async scope => {
      registerFlatBodies(scope, routes.limits)
      registerNestedForms(scope, routes.limits)
      registerForms(scope)
      registerWriteRoutes(scope, routes)
      registerTimingRoutes(scope, routes, management)
    })
  },
  registerUploadApi,
  registerUserRoutes,
  (server, _routes, { management, counters }) =>
    registerAdminRoutes(server, management, counters('administrators', LOGIN_LIMIT)),
  (server, { media }, { management, counters }) =>
    registerSettings(server, management, { media, counter: counters('settings', LOGIN_LIMIT) }),
  (server, routes, { management }) => registerTransfers(server, management, routes),
  (server, routes, { management }) => registerMediaRoutes(server, management, routes),
  (server, routes, { management }) => registerAdminTus(server, management, routes),
  registerHealth,
  (server, _routes, { content, isClosing }) =>
    registerReady(server, {
      ask: () => content.context.database.catchUp(),
      refusal: () => content.context.database.refusal()?.message,
      isClosing,
      replicas: () => content.context.database.replicas?.() ?? [],
    }),
  (server, routes, { config }) => {
    if (config.mcp.enabled ?? config.development) registerMcp(server, routes, config.mcp)
  },
  (server, _routes, { config }) => registerPanel(server, config.admin.preview),
  (server, _routes, { uploads }) => registerUploads(server, uploads),
  async (server, _routes, { config }) => {
    if (config.server.docs ?? config.development) await registerDocsSite(server)
  },
  (server, _routes, { welcome }) => {
    server.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(await welcome()))
  },
]

async function registerUserRoutes(
  server: FastifyInstance,
  { limits, ...routes }: Routes,
  { config: { rateLimit }, counters, users }: RoutesInput,
): Promise<void> {
  const counter = rateLimit.enabled ? counters('users', rateLimit) : undefined
  await server.register(async scope => {
    registerFlatBodies(scope, limits)
    for (const route of [...authRoutes(users), ...userRoutes(users), ...roleRoutes(users), ...emailRoutes(users)])
      registerFlatRoute(scope, { ...routes, counter }, route)
  })
}

function registerHealth(server: FastifyInstance): void {
  server.all('/_health', (_request, reply) => reply.code(204).send())
}
