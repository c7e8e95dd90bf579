/** The web server: limits, headers, errors, and the routes that belong to no content type. */
import { createServer as createHttpServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import cors from '@fastify/cors'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config, Limits } from '../config/config.ts'
import { PopulusError } from '../errors.ts'
import { LOGIN_LIMIT } from '../identity/administrators/sign-in.ts'
import type { AttemptCounters } from '../identity/sign-in/rate-limiter.ts'
import type { UsersContext } from '../identity/users/users-context.ts'
import type { CacheBudget } from '../kept/cache-budget.ts'
import type { ManagementContext } from '../management/management-context.ts'
import type { MediaContext } from '../media/media-context.ts'
import type { ResumableStore } from '../media/resumable/resumable-store.ts'
import { standardError } from '../util/process/standard-error.ts'
import { registerAdminRoutes } from './admin/admin-routes.ts'
import { registerMediaRoutes } from './admin/media-routes.ts'
import { registerAdminTus } from './admin/media-tus.ts'
import { registerPanel } from './admin/panel-files.ts'
import { registerAggregateRoutes } from './content/aggregate-routes.ts'
import { registerContentRoutes } from './content/content-routes.ts'
import { explainReads } from './content/explain-read.ts'
import { registerFlatBodies } from './content/flat-body.ts'
import { type FlatRoutes, registerFlatRoute } from './content/flat-route.ts'
import { type Address, FrontDoor } from './content/front-door.ts'
import { registerJsonBodies } from './content/json-body.ts'
import { registerNamedRoutes } from './content/named-routes.ts'
import { registerOpenApi } from './content/openapi-route.ts'
import { registerPluginRoutes } from './content/plugin-routes.ts'
import { registerQueryRoutes } from './content/query-routes.ts'
import type { ContentRoutes } from './content/read-handler.ts'
import { reshapeBodies } from './content/reshape-bodies.ts'
import { registerNestedForms, registerWriteRoutes } from './content/write-routes.ts'
import { endConnections } from './end-connections.ts'
import { refuseUnreadable, replyWithError, withoutValidators } from './error-reply.ts'
import { extendRoutes } from './extension/extend-routes.ts'
import type { RouteExtensions } from './extension/route-extension.ts'
import { registerUploads, type Uploads } from './files/upload-routes.ts'
import { replyNotAllowed, replyToOptions } from './method-not-allowed.ts'
import { registerDocsSite } from './operations/docs-site.ts'
import type { Metrics } from './operations/metrics.ts'
import { registerMetrics } from './operations/metrics-route.ts'
import { registerReady } from './operations/ready-route.ts'
import { ANY_ORIGIN_HEADERS, EXPOSED_HEADERS, SECURITY_HEADERS, TUS_REQUEST_HEADERS } from './security-headers.ts'
import { headSize, limitSlowClients, serverOptions } from './slow-clients.ts'
import { registerForms } from './uploads/form-body.ts'
import { signAddresses } from './uploads/sign-addresses.ts'
import { registerUploadApi } from './uploads/upload-api.ts'
import { authRoutes } from './users/auth-routes.ts'
import { emailRoutes } from './users/email-routes.ts'
import { roleRoutes, userRoutes } from './users/user-routes.ts'

/** Answers a request without a socket. */
export type Inject = FastifyInstance['inject']

export interface ServerInput {
  readonly config: Config
  /** The memory for everything kept between requests. */
  readonly budget: CacheBudget
  readonly content: Omit<
    ContentRoutes,
    | ('prefix' | 'cache' | 'development' | 'byOrigin' | 'explain' | 'frontDoor' | 'media' | 'limits' | 'resumable')
    | ('isExtended' | 'isGuarded' | 'isReplaced' | 'isReshaped' | 'namedOnly')
  >
  /** Changes whenever rights or settings in the database have changed. */
  readonly accessVersion: () => number
  readonly users: UsersContext
  readonly management: ManagementContext
  /** Where sign-in attempts are counted. */
  readonly counters: AttemptCounters
  /** If absent, nothing is measured. */
  readonly metrics: Metrics | undefined
  readonly uploads: Uploads
  /** The page at `/`. */
  readonly welcome: () => Promise<string>
  readonly media: MediaContext
  readonly resumable: ResumableStore
  /** The project's own routes, and its code around others. */
  readonly extensions?: RouteExtensions | undefined
  /** Where the log goes, one JSON line each (default: standard error). */
  readonly logStream?: LogStream | undefined
  /** Is told of every route. */
  readonly onRoute?: ((route: ServedRoute) => void) | undefined
}

export interface ServedRoute {
  readonly method: string
  /** With parameters: `/api/articles/:id`. */
  readonly url: string
}

export interface LogStream {
  write(line: string): void
}

export async function createServer(input: ServerInput): Promise<FastifyInstance> {
  const { config, content, users, management, counters, metrics, welcome, uploads, media, resumable, logStream } = input
  const byOrigin = config.cors.origin !== '*'
  const frontDoor = openable(input, byOrigin, error => server.log.error({ err: error }, 'a kept address failed'))
  const server = fastify({
    ...(frontDoor === undefined ? {} : { serverFactory: behind(frontDoor) }),
    // Standard output is reserved for what a command promises to print.
    logger: config.log === 'silent' ? false : { level: config.log, stream: logStream ?? standardError() },
    logController: new LogController({ disableRequestLogging: config.log !== 'debug' }),
    bodyLimit: config.limits.bodySize,
    // Headers about where a request came from are trusted from these proxies only.
    trustProxy: config.server.trustProxy.length === 0 ? false : [...config.server.trustProxy],
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      querystringParser: () => ({}),
      // A very long id is treated like any other id that does not exist.
      maxParamLength: Number.MAX_SAFE_INTEGER,
    },
    // A path that cannot be decoded never reaches a route or the error handler below.
    frameworkErrors: replyWithError,
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, config.limits),
    http: { maxHeaderSize: headSize(config.limits), ...serverOptions(config.limits) },
    requestTimeout: config.limits.requestTimeout,
    forceCloseConnections: 'idle',
    // A request on a connection that is still open is answered, as its last one.
    return503OnClosing: false,
    schemaController: { compilersFactory: NO_JSON_SCHEMA },
  })
  server.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) input.onRoute?.({ method: each, url })
  })
  limitSlowClients(server.server, config.limits)
  let isClosing = false
  const closing = () => {
    isClosing = true
    frontDoor?.close()
  }
  endConnections(server, { closing, seconds: config.server.stopSeconds })
  server.setErrorHandler(replyWithError)
  server.setNotFoundHandler((request, reply) => {
    const refused = replyNotAllowed(server, request, reply)
    return refused ?? replyWithError(new PopulusError('notFound'), request, reply)
  })
  await registerHeaders(server, config)
  const extended = input.extensions && extendRoutes(server, input.extensions, { ...content, limits: config.limits })
  registerJsonBodies(server, config.limits)
  signAddresses(server, media.provider)
  const { transformer } = config.adopt
  const { schema } = content.context
  const isReshaped =
    transformer === null ? undefined : reshapeBodies(server, { transformer, schema, prefix: config.api.prefix })
  if (metrics !== undefined) registerMetrics(server, metrics, config.metrics)
  const routes = {
    ...content,
    prefix: config.api.prefix,
    cache: config.cache,
    development: config.development,
    byOrigin,
    explain: explainReads(management, content.authenticate),
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
  registerContentRoutes(server, routes)
  registerQueryRoutes(server, routes)
  registerNamedRoutes(server, routes)
  registerAggregateRoutes(server, routes)
  registerPluginRoutes(server, routes)
  registerOpenApi(server, routes, management.project)
  await server.register(async scope => {
    registerFlatBodies(scope, config.limits)
    registerNestedForms(scope, config.limits)
    registerForms(scope)
    registerWriteRoutes(scope, routes)
  })
  await registerUploadApi(server, routes)
  const { rateLimit } = config
  const counter = rateLimit.enabled ? counters('users', rateLimit) : undefined
  await registerUserRoutes(server, users, { ...routes, counter })
  registerAdminRoutes(server, management, counters('administrators', LOGIN_LIMIT))
  await registerMediaRoutes(server, management, routes)
  await registerAdminTus(server, management, routes)
  registerHealth(server)
  registerReady(server, {
    ask: () => content.context.database.catchUp(),
    refusal: () => content.context.database.refusal()?.message,
    isClosing: () => isClosing,
  })
  await registerPanel(server)
  registerUploads(server, uploads)
  if (config.server.docs ?? config.development) await registerDocsSite(server)
  server.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(await welcome()))
  await extended?.registerRest()
  return server
}

/** Logged requests do not use the front door, nor do answers with addresses that expire or in another form. */
function openable(
  { config, content: { context }, budget, accessVersion, metrics }: ServerInput,
  byOrigin: boolean,
  failed: (error: unknown) => void,
): FrontDoor | undefined {
  if (config.log === 'debug' || context.markFiles === true || config.adopt.transformer !== null) return undefined
  const answered =
    metrics === undefined
      ? undefined
      : (route: string, status: number, seconds: number) => metrics.count({ method: 'GET', route, status, seconds })
  const headers = { ...SECURITY_HEADERS, ...(byOrigin ? {} : ANY_ORIGIN_HEADERS) }
  const common = Object.entries(headers).flat()
  const addresses = budget.open<Address>('addresses')
  return new FrontDoor({
    context,
    addresses,
    accessVersion,
    byOrigin,
    timed: config.development,
    common,
    answered,
    failed,
  })
}

/** The options that Fastify applies to its own servers, but only passes on to a server factory. */
interface FactoryOptions {
  readonly http?: ServerOptions
  readonly keepAliveTimeout?: number
  readonly requestTimeout?: number
}

function behind(frontDoor: FrontDoor) {
  return (handler: RequestListener, { http = {}, ...times }: FactoryOptions): Server => {
    const server = createHttpServer(http, (request, response) => frontDoor.serve(request, response, handler))
    server.keepAliveTimeout = times.keepAliveTimeout ?? server.keepAliveTimeout
    server.requestTimeout = times.requestTimeout ?? server.requestTimeout
    return server
  }
}

async function registerUserRoutes(
  server: FastifyInstance,
  users: UsersContext,
  { limits, ...routes }: FlatRoutes & { readonly limits: Limits },
): Promise<void> {
  await server.register(async scope => {
    registerFlatBodies(scope, limits)
    for (const route of [...authRoutes(users), ...userRoutes(users), ...roleRoutes(users), ...emailRoutes(users)])
      registerFlatRoute(scope, routes, route)
  })
}

/** Never echoes an arbitrary origin together with credentials. */
async function registerHeaders(server: FastifyInstance, { cors: { origin } }: Config): Promise<void> {
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    if (request.method !== 'OPTIONS' || replyToOptions(server, request, reply) === undefined) done()
  })
  // Whatever sends an error (a route, the file server, the router), it has nothing that a cache could keep.
  server.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode >= 400) withoutValidators(reply)
  })
  await server.register(cors, {
    origin: origin === '*' ? '*' : [...origin],
    credentials: origin !== '*',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
    allowedHeaders: ['Content-Type', 'Authorization', 'Origin', 'Accept', ...TUS_REQUEST_HEADERS],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 31536000,
    strictPreflight: false,
  })
}

/** Routes check their input themselves. Fastify would load its JSON Schema compilers anyway: a tenth of what a start takes. */
const NO_JSON_SCHEMA = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

function refuseSchema(): never {
  throw new Error('Routes have no JSON Schema here')
}

function registerHealth(server: FastifyInstance): void {
  server.all('/_health', (_request, reply) => reply.code(204).send())
}
