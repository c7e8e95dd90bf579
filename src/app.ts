/** Assembles the server. Only this file and `src/app/` know every folder. */
import type { Socket } from 'node:net'
import type { AppOptions, FiguresKind, OpenedProject } from './app/app-options.ts'
import { loadPanelPart, loadProjectCode } from './app/load-project-code.ts'
import { keepFeed, openScheduler } from './app/open-workers.ts'
import { openParts, type ServerLog } from './app/server-parts.ts'
import { storageNotes } from './app/start-notes.ts'
import { strapiReport } from './app/strapi-report.ts'
import { openTransfers } from './app/transfers/open-transfers.ts'
import type { Config } from './config/config.ts'
import type { ContentContext } from './content/content-context.ts'
import { SETTINGS_TABLE } from './content/default-locale.ts'
import { exampleQueries } from './content/read/example-queries.ts'
import { managementContext } from './contexts.ts'
import type { Uploads } from './http/files/upload-routes.ts'
import { acceptHanded } from './http/handed-requests.ts'
import { type HeldPort, holdPort } from './http/held-port.ts'
import { listen } from './http/listen.ts'
import { hasDocsSite } from './http/operations/docs-site.ts'
import type { Figures } from './http/operations/metrics.ts'
import { welcome } from './http/operations/welcome.ts'
import { createServer, type Inject } from './http/server.ts'
import type { ServedRoute } from './http/server-input.ts'
import type { HandleRequest } from './http/shared-socket.ts'
import { rightsTables } from './identity/access/rights-tables.ts'
import type { AdminContext } from './identity/administrators/admin-context.ts'
import { hasAdministrators } from './identity/administrators/administrators.ts'
import { askingAdministrator } from './identity/administrators/asking-administrator.ts'
import { DatabaseCounts } from './identity/sign-in/database-counts.ts'
import { type AttemptCounters, RateLimiter } from './identity/sign-in/rate-limiter.ts'
import { CacheBudget } from './kept/cache-budget.ts'
import { makeFirstAdminCode } from './management/administrators/first-admin-code.ts'
import { hasAdministrator } from './management/administrators/manage-administrators.ts'
import { ownFigures, type ProcessFigures } from './management/insight/insight-source.ts'
import { namedQueriesTable } from './management/queries/stored-queries.ts'
import type { MediaContext } from './media/media-context.ts'
import { storedSources } from './media/sizes/stored-source.ts'
import { type Access, may } from './plan/access.ts'
import { loadProjectSchema } from './schema/load/load-schema.ts'
import type { Schema } from './schema/schema.ts'
import { isUnwritable } from './storage/write-refusal.ts'
import { storeGuards } from './tables/guard-mark.ts'
import { triggerAdvice } from './tables/migrate/trigger-advice.ts'
import { openStorage, type Storage } from './tables/open-storage.ts'
import { seedOnce } from './transfer/seed/seed-project.ts'
import { partPath } from './util/project-parts.ts'
import { VERSION } from './util/version.ts'

export type { AppOptions, FiguresKind }

export interface App {
  /** Listens on the configured host and port, or on another port. Throws StartError for problems that can be fixed. */
  listen(port?: number): Promise<{ readonly address: string }>
  /** Answers a request without a socket. */
  readonly inject: Inject
  /** Everything that is served. */
  readonly routes: readonly ServedRoute[]
  /** Answers a request that arrived at a socket of somebody else. */
  readonly handle: HandleRequest
  /** Begins to answer connections that somebody else accepts. What it returns takes one, or returns false once this app closes. */
  takeConnections(): (connection: Socket) => boolean
  /** Finishes the running requests, then closes the database. */
  close(): Promise<void>
  /** What this process reports: `metrics` for `/metrics`, `undefined` when it is off, or `insight` for the panel. */
  figures(kind?: FiguresKind): Promise<Figures | undefined>
  /** What happened at the start, one line each: added tables, seeded content, notes about an adopted database. */
  readonly report: readonly string[]
  /** A new code for the first administrator; `undefined` if an administrator exists or none could sign in. */
  firstAdminCode(): Promise<string | undefined>
  /** The project's own content types, and whether the public may read their entries. */
  readonly types: () => Promise<readonly { readonly name: string; readonly isPublic: boolean }[]>
  /** Paths of queries worth opening. */
  readonly examples: () => Promise<readonly { readonly title: string; readonly url: string }[]>
}

/** Takes the port that an app will listen on, before the app is built. Throws StartError. */
export function openPort(config: Config): Promise<HeldPort> {
  return holdPort(config)
}

export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const loaded = await loadProjectSchema(config)
  const code = await loadProjectCode(config, loaded.schema, options)
  const panelModule = await loadPanelPart(config)
  const report = [...loaded.warnings]
  const log = (line: string) => report.push(line)
  const prepare = async (opened: Storage) => [
    ...(await seed(config, opened)),
    ...((await options.prepareDatabase?.(opened)) ?? []),
  ]
  const budget = new CacheBudget(config.cache.size)
  const storage = await openStorage(config, loaded.schema, { ...options, budget, log, prepare, indexLater: true })
  report.push(...storageNotes(config, storage))
  try {
    if (options.runsTasks !== false) report.push(...(await triggerAdvice(storage, config)))
    return await serve({ config, options, code, panelModule, report, budget, storage })
  } catch (error) {
    await storage.database.close()
    throw error
  }
}

async function serve(project: OpenedProject): Promise<App> {
  const { config, options, code, panelModule, report, storage } = project
  const { database, schema } = storage
  const log: ServerLog = {
    failed: (error, message) => server.log.error({ err: error }, message),
    info: line => server.log.info(line),
  }
  const parts = await openParts(project, log)
  const { admin, authenticate, background, cleanUp, content, deliverer, guards, media, metrics } = parts
  const { resumable, users } = parts
  const insight = insightOf(content, project)
  const transfers = openTransfers(config, { database, clock: admin.clock, failed: log.failed })
  const management = managementContext(
    config,
    content,
    admin,
    { ...parts, insight, panelModule, strapiReport: strapiReport(config), transfers },
    options.takeOver,
  )
  const scheduler = openScheduler(management, error => log.failed(error, 'an entry could not be published at its time'))
  const workers = [deliverer, scheduler]
  const routes: ServedRoute[] = []
  const { prefix } = config.api
  const { server, handed } = await createServer({
    ...{ config, users, metrics, media, resumable, budget: project.budget },
    uploads: uploads(config, media),
    management,
    counters: attemptCounters(storage, options),
    content: { context: content, authenticate, queries: parts.queries },
    accessVersion: accessVersionOf(storage),
    extensions: code?.routes,
    welcome: async () => welcome(welcomeFacts(config, schema, await authenticate(undefined))),
    logStream: options.logStream,
    onRoute: route => routes.push(route),
  })
  const handle = acceptHanded(server)
  server.addHook('preClose', () => handed.ended())
  await code?.start({
    ...{ content, users, media, authenticate, log: server.log, httpServer: server.server },
    administrator: authorization => askingAdministrator(admin, authorization),
  })
  report.push(...(code?.report ?? []))
  if (panelModule !== undefined) report.push(`shows ${panelModule.file} in the panel`)
  await server.ready()
  storage.search.serve(log)
  await cleanUp.begin(media)
  await resumable.sweep().catch(cleanUp.later)
  if (options.runsTasks !== false) for (const worker of workers) worker?.start()
  const kept = keepFeed(project, error => log.failed(error, 'old changes could not be dropped'))
  if (options.guards !== 'leave') await storeGuards(guards.place, guards.present)
  return {
    listen: async (port = config.port) => ({ address: await listen(server, { host: config.host, port }) }),
    inject: server.inject.bind(server),
    routes,
    handle,
    takeConnections: () => {
      handed.open()
      return connection => handed.take(connection)
    },
    close: async () => {
      await server.close()
      await transfers.tasks.stop()
      await storage.search.stop()
      await background.settled()
      await code?.stop()
      await kept?.stop()
      for (const worker of workers) await worker?.stop()
      await cleanUp.end()
      await media.work.close()
      media.journal.close()
      await database.close()
    },
    figures: async kind => (kind === 'insight' ? insight.own() : metrics?.figures()),
    report,
    firstAdminCode: () => firstAdminCode(admin),
    types: async () => publicity(schema, await authenticate(undefined)),
    examples: async () => exampleQueries(schema, await authenticate(undefined), prefix),
  }
}

function insightOf(content: ContentContext, { budget, options: { gatherFigures: gather } }: OpenedProject) {
  return {
    own: () => ownFigures(content, budget),
    gather: gather && (() => gather('insight') as Promise<readonly ProcessFigures[]>),
  }
}

function welcomeFacts({ api, folder, development, server }: Config, schema: Schema, access: Access) {
  const docs = (server.docs ?? development) && hasDocsSite()
  return { schema, prefix: api.prefix, access, folder, version: VERSION, development, docs }
}

function publicity({ types }: Schema, access: Access) {
  const own = [...types.values()].filter(({ userDefined }) => userDefined)
  return own.map(({ singularName: name, uid }) => ({ name, isPublic: may(access, `${uid}.find`) }))
}

/** Grows with every change to what plans depend on: rights, settings and named queries. */
function accessVersionOf({ database, schema }: Storage): () => number {
  const tables = [...rightsTables(schema, database.dialect), SETTINGS_TABLE, namedQueriesTable(database.dialect)]
  return () => database.versions.latest(tables)
}

/**
 * With PostgreSQL, counts attempts across all servers on one database. With SQLite, counts them in this process, or in
 * the process that started it.
 */
function attemptCounters({ database }: Storage, { counters }: AppOptions): AttemptCounters {
  if (database.dialect.name === 'postgres') {
    const counts = new DatabaseCounts(database)
    return (kind, limit) => new RateLimiter(limit, { add: (key, interval) => counts.add(`${kind} ${key}`, interval) })
  }
  return counters ?? ((_kind, limit) => new RateLimiter(limit))
}

async function firstAdminCode(context: AdminContext): Promise<string | undefined> {
  if (context.secrets.admin === undefined || !hasAdministrators(context)) return undefined
  if (await hasAdministrator(context)) return undefined
  return makeFirstAdminCode(context).catch(error => {
    if (isUnwritable(error)) return undefined
    throw error
  })
}

/** What serving uploaded files takes. */
function uploads({ folder, media }: Config, context: MediaContext): Uploads {
  const { cacheControl, sizeSecret: secret } = media
  const rules = { sizes: media.sizes ?? Object.values(media.breakpoints), secret }
  return { folder, cacheControl, rules, sizes: context.sizes, findSource: storedSources(context) }
}

const NOTHING = { entries: 0 }

/** Fills a database that never had content from the project's `content` folder, if it has one. */
async function seed({ folder }: Config, { database, schema, origin }: Storage): Promise<readonly string[]> {
  const { entries } = (origin !== 'strapi4' && (await seedOnce({ database, schema, folder }))) || NOTHING
  return entries === 0 ? [] : [`seeded ${entries} entries from ${partPath(folder, 'content')}`]
}
