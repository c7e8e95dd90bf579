/** The web server: limits, headers and errors. */
import { createServer as createHttpServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import cors from '@fastify/cors'
import fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config/config.ts'
import { surrogateKeys } from '../content/read/surrogate-keys.ts'
import { standardError } from '../util/process/standard-error.ts'
import { type Address, FrontDoor } from './content/front-door.ts'
import { registerJsonBodies } from './content/json-body.ts'
import { TypeRoutes, urlsOf } from './content/type-routes.ts'
import { endConnections } from './end-connections.ts'
import { errorReply, type ReplyWithError, refuseUnreadable, withoutValidators } from './error-reply.ts'
import { extendRoutes } from './extension/extend-routes.ts'
import { HandedConnections } from './handed-connections.ts'
import { replyNotAllowed, replyToOptions } from './method-not-allowed.ts'
import { noSuchPath } from './no-such-path.ts'
import { registerRoutes } from './register-routes.ts'
import { ANY_ORIGIN_HEADERS, EXPOSED_HEADERS, SECURITY_HEADERS, TUS_REQUEST_HEADERS } from './security-headers.ts'
import type { ServerInput } from './server-input.ts'
import { headSize, limitSlowClients, serverOptions } from './slow-clients.ts'
import { signAddresses } from './uploads/sign-addresses.ts'

/** Answers a request without a socket. */
export type Inject = FastifyInstance['inject']

interface CreatedServer {
  readonly server: FastifyInstance
  readonly handed: HandedConnections
}

export async function createServer(input: ServerInput): Promise<CreatedServer> {
  const { config, content, media } = input
  const byOrigin = config.cors.origin !== '*'
  const replyWithError = errorReply(content.context.dialect.hintsInBodies)
  const frontDoor = openable(input, byOrigin, error => server.log.error({ err: error }, 'a kept address failed'))
  const server = fastify({
    ...(frontDoor === undefined ? {} : { serverFactory: behind(frontDoor) }),
    ...settingsOf(input, replyWithError),
  })
  server.addHook('onRoute', route => {
    for (const method of [route.method].flat()) for (const url of urlsOf(route)) input.onRoute?.({ method, url })
  })
  limitSlowClients(server.server, config.limits)
  const handed = new HandedConnections(server.server)
  const isClosing = followClosing(server, { config, frontDoor, handed })
  server.setErrorHandler(replyWithError)
  server.setNotFoundHandler((request, reply) => {
    const refused = replyNotAllowed(server, request, reply)
    return refused ?? replyWithError(noSuchPath(request.url, input), request, reply)
  })
  await registerHeaders(server, config)
  const extended = input.extensions && extendRoutes(server, input.extensions, { ...content, limits: config.limits })
  registerJsonBodies(server, config.limits)
  signAddresses(server, media.provider)
  const { schema } = content.context
  const typeRoutes = new TypeRoutes(server, { schema, prefix: config.api.prefix }, extended?.concerns)
  await registerRoutes(server, { ...input, extended, typeRoutes, byOrigin, frontDoor, isClosing })
  await extended?.registerRest()
  return { server, handed }
}

function settingsOf({ config, logStream }: ServerInput, replyWithError: ReplyWithError) {
  return {
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
  } satisfies FastifyHttpOptions<Server>
}

/** Returns whether the server has begun to close. */
function followClosing(
  server: FastifyInstance,
  { config, frontDoor, handed }: { config: Config; frontDoor: FrontDoor | undefined; handed: HandedConnections },
): () => boolean {
  let isClosing = false
  const closing = () => {
    isClosing = true
    frontDoor?.close()
  }
  const { drainSeconds: drain, stopSeconds: seconds } = config.server
  endConnections(server, { closing, drain, seconds, handed })
  return () => isClosing
}

/** Logged requests do not use the front door, nor do answers with addresses that expire or in another form. */
function openable(
  { config, content: { context, authenticate }, budget, accessVersion, metrics, extensions }: ServerInput,
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
    authenticate,
    addresses,
    accessVersion,
    byOrigin,
    timed: config.development,
    keys: config.cache.surrogateKeys ? surrogateKeys(context.schema) : undefined,
    common,
    answered,
    failed,
    hinting: context.dialect.hintsInBodies,
    entriesAlike: extensions === undefined || extensions.routes.length === 0,
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
    allowedHeaders: ['Content-Type', 'Authorization', 'Origin', 'Accept', 'Last-Event-ID', ...TUS_REQUEST_HEADERS],
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
