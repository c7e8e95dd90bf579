/** Assembles the server. The only file that knows every folder. */
import { existsSync } from 'node:fs'
import { dropChanges } from './changes/drop-changes.ts'
import { type KeptChanges, keepChanges } from './changes/keep-changes.ts'
import type { Config } from './config/config.ts'
import type { ContentContext } from './content/content-context.ts'
import { SETTINGS_TABLE } from './content/default-locale.ts'
import type { ContentListener } from './content/event-stream.ts'
import { exampleQueries } from './content/read/example-queries.ts'
import { adminContext, contentContext, managementContext, projectQueries } from './contexts.ts'
import type { PanelModule } from './extend/panel-module.ts'
import type { ProjectCode } from './extend/project-code.ts'
import { dropVersions, type KeptHistory } from './history/drop-versions.ts'
import type { Uploads } from './http/files/upload-routes.ts'
import { acceptHanded } from './http/handed-requests.ts'
import { type HeldPort, holdPort } from './http/held-port.ts'
import { listen } from './http/listen.ts'
import { hasDocsSite } from './http/operations/docs-site.ts'
import type { Figures, Metrics } from './http/operations/metrics.ts'
import { welcome } from './http/operations/welcome.ts'
import { createServer, type Inject } from './http/server.ts'
import type { LogStream, ServedRoute } from './http/server-input.ts'
import type { HandleRequest } from './http/shared-socket.ts'
import { createAuthenticator } from './identity/access/authenticate.ts'
import { rightsTables } from './identity/access/rights-tables.ts'
import type { AdminContext } from './identity/administrators/admin-context.ts'
import { hasAdministrators } from './identity/administrators/administrators.ts'
import { askingAdministrator } from './identity/administrators/asking-administrator.ts'
import { createMailer } from './identity/mail/mailer.ts'
import { openRuleBook } from './identity/row-rules/open-rule-book.ts'
import { DatabaseCounts } from './identity/sign-in/database-counts.ts'
import { createPasswords } from './identity/sign-in/password-hash.ts'
import { type AttemptCounters, RateLimiter } from './identity/sign-in/rate-limiter.ts'
import type { UsersContext } from './identity/users/users-context.ts'
import { CacheBudget } from './kept/cache-budget.ts'
import { makeFirstAdminCode } from './management/administrators/first-admin-code.ts'
import { hasAdministrator } from './management/administrators/manage-administrators.ts'
import type { TakeOver } from './management/builder/builder-context.ts'
import { ownFigures, type ProcessFigures } from './management/insight/insight-source.ts'
import type { ManagementContext } from './management/management-context.ts'
import { namedQueriesTable } from './management/queries/stored-queries.ts'
import { Scheduler } from './management/schedule/scheduler.ts'
import type { MediaContext } from './media/media-context.ts'
import { mediaContext, resumableStore } from './media/open-media.ts'
import { storedSources } from './media/sizes/stored-source.ts'
import { CleanUp } from './media/upload/clean-up.ts'
import type { FindAddresses } from './outgoing/address-policy.ts'
import { createOutgoing } from './outgoing/outgoing.ts'
import { type Access, may } from './plan/access.ts'
import { loadProjectSchema } from './schema/load/load-schema.ts'
import type { Schema } from './schema/schema.ts'
import type { SeenStatement } from './sql/statement.ts'
import { runningIn } from './storage/run-fragment.ts'
import { isUnwritable } from './storage/write-refusal.ts'
import { strapiFor } from './strapi-support.ts'
import { checkGuards, type GuardsHere } from './tables/check-guards.ts'
import { codeGuard, queryGuard, storeGuards } from './tables/guard-mark.ts'
import { triggerAdvice } from './tables/migrate/trigger-advice.ts'
import { contentSchema } from './tables/open-database.ts'
import { openStorage, type Storage, type StorageOptions } from './tables/open-storage.ts'
import { Lease } from './tasks/lease.ts'
import { LoneWorker } from './tasks/lone-worker.ts'
import { seedOnce } from './transfer/seed/seed-project.ts'
import { createBackground } from './util/process/background.ts'
import { partPath } from './util/project-parts.ts'
import { VERSION } from './util/version.ts'
import { Deliverer } from './webhooks/deliverer.ts'
import { KnownWebhooks } from './webhooks/webhook-rows.ts'

export interface App {
  /** Listens on the configured host and port, or on another port. Throws StartError for problems that can be fixed. */
  listen(port?: number): Promise<{ readonly address: string }>
  /** Answers a request without a socket. */
  readonly inject: Inject
  /** Everything that is served. */
  readonly routes: readonly ServedRoute[]
  /** Answers a request that arrived at a socket of somebody else. */
  readonly handle: HandleRequest
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

export type FiguresKind = 'metrics' | 'insight'

export interface AppOptions {
  /** Changes that the database needs before requests are answered; one process makes them at a time. Returns lines to print. */
  readonly prepareDatabase?: StorageOptions['prepare'] | undefined
  /** Called while another process is preparing the database. */
  readonly note?: (line: string) => void
  /** Receives every statement that reads or writes content. */
  readonly onStatement?: (statement: SeenStatement) => void
  /** Receives every content write committed by this process. */
  readonly onEvent?: ContentListener
  /** Where sign-in attempts are counted, if not in this process. */
  readonly counters?: AttemptCounters
  /** The figures of all processes that serve together. */
  readonly gatherFigures?: (kind: FiguresKind) => Promise<readonly Figures[]>
  /** How long it takes to check a password; Strapi's if absent. */
  readonly passwordCost?: number
  /** Where the log goes, one JSON line each (default: standard error). */
  readonly logStream?: LogStream
  /** Whether this process runs the tasks of the project at fixed times; true if absent. */
  readonly runsTasks?: boolean
  /** The time by which is decided what is due, if not that of the system; milliseconds since 1970. */
  readonly clock?: () => number
  /** How names of other servers are looked up, if not by the system. */
  readonly findAddresses?: FindAddresses
  /** Code to run in place of the project's own. */
  readonly code?: ProjectCode
  /**
   * What to do if rules or code are gone that guarded the database when it was last served: refuse to start (`check`),
   * start without them (`accept`), or start without a look (`leave`), for one of several processes of a server.
   */
  readonly guards?: 'check' | 'accept' | 'leave'
  /** How schema files that the panel writes come to be served; absent where it cannot change them. */
  readonly takeOver?: TakeOver
}

/** Takes the port that an app will listen on, before the app is built. Throws StartError. */
export function openPort(config: Config): Promise<HeldPort> {
  return holdPort(config)
}

/** For a Strapi project that lost its `package.json`, or never got one here. */
const NOT_AS_STRAPI =
  'The database was made by Strapi 4, but package.json does not depend on it, so the dialect is document. To answer as Strapi does, write "dependencies": { "@strapi/strapi": "4.26.2" } into package.json, or set api.dialect to strapi4'

export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const loaded = await loadProjectSchema(config)
  const load = config.strapi ? strapiCode : ownCode
  const code = options.code ?? (await load(config, loaded.schema, options))
  const panelModule = await ownPanel(config)
  const report = [...loaded.warnings]
  const log = (line: string) => report.push(line)
  const prepare = async (opened: Storage) => [
    ...(await seed(config, opened)),
    ...((await options.prepareDatabase?.(opened)) ?? []),
  ]
  const budget = new CacheBudget(config.cache.size)
  const storage = await openStorage(config, loaded.schema, { ...options, budget, log, prepare, indexLater: true })
  if (storage.origin === 'strapi4' && !config.strapi && config.api.dialect === 'document') report.push(NOT_AS_STRAPI)
  try {
    if (options.runsTasks !== false) report.push(...(await triggerAdvice(storage, config)))
    return await serve({ config, options, code, panelModule, report, budget, storage })
  } catch (error) {
    await storage.database.close()
    throw error
  }
}

interface OpenedProject {
  readonly config: Config
  readonly options: AppOptions
  readonly code: ProjectCode | undefined
  readonly panelModule: PanelModule | undefined
  /** Lines are added until the app is built. */
  readonly report: string[]
  readonly budget: CacheBudget
  readonly storage: Storage
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
  const management = managementContext(config, content, admin, { ...parts, insight, panelModule }, options.takeOver)
  const scheduler = openScheduler(management, error => log.failed(error, 'an entry could not be published at its time'))
  const workers = [deliverer, scheduler]
  const routes: ServedRoute[] = []
  const { prefix } = config.api
  const server = await createServer({
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
    close: async () => {
      await server.close()
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

function openDeliverer(
  { database, deliveries: store }: Storage,
  { outgoing, clock }: Pick<UsersContext, 'outgoing' | 'clock'>,
  failed: (error: unknown) => void,
): LoneWorker | undefined {
  if (store === undefined) return undefined
  const webhooks = new KnownWebhooks(database)
  const work = new Deliverer({ database, store, webhooks, outgoing, clock })
  return new LoneWorker({ work, lease: new Lease(database, 'webhooks'), failed })
}

function openScheduler(management: ManagementContext, failed: (error: unknown) => void): LoneWorker {
  const work = new Scheduler(management, failed)
  return new LoneWorker({ work, lease: new Lease(management.database, 'schedule'), failed })
}

const DAY = 24 * 60 * 60 * 1000

/** What is switched off keeps nothing from before. */
function keptHistory({ history, trash }: Config, now: number): KeptHistory {
  return {
    versionsFrom: now - history.keepDays * DAY,
    most: history.keepVersions,
    trashFrom: now - trash.keepDays * DAY,
  }
}

/** One process of a server does it. */
function keepFeed(
  { config, options, storage: { database, changes: store, versions, deliveries } }: OpenedProject,
  failed: (error: unknown) => void,
): KeptChanges | undefined {
  if (options.runsTasks === false) return undefined
  const drop = async (now: number) => {
    const before = now - Math.max(1, config.changes.keepDays) * DAY
    if (store !== undefined) await dropChanges({ database, store }, before)
    if (deliveries !== undefined)
      await database.write(transaction => runningIn(transaction, database)(deliveries.dropBefore(before)))
    if (versions !== undefined) await dropVersions({ database, store: versions }, keptHistory(config, now))
  }
  return keepChanges({ drop, failed })
}

interface ServerLog {
  readonly failed: (error: unknown, message: string) => void
  readonly info: (line: string) => void
}

/** Everything that routes work with. Nothing is served yet. */
async function openParts({ config, options, code, report, budget, storage }: OpenedProject, log: ServerLog) {
  const { database, schema } = storage
  const passwords = createPasswords(config.limits, options.passwordCost)
  const { findAddresses: find, clock = Date.now } = options
  const outgoing = createOutgoing({ ...config.outgoing, ...(find === undefined ? {} : { find }) })
  const deliverer = openDeliverer(storage, { outgoing, clock }, error =>
    log.failed(error, 'webhooks could not be sent'),
  )
  const wake = () => deliverer?.wake()
  const content = contentContext(config, storage, passwords, { budget, hooks: code?.hooks, wake, clock })
  await content.statistics.refresh()
  const queries = await projectQueries(config, content)
  for (const { name, problem } of (await queries.stored()).broken)
    report.push(`The query ${name} cannot be used: ${problem}`)
  if (options.onEvent !== undefined) content.events.subscribe(options.onEvent)
  const rules = await openRuleBook(config.folder, content)
  const present = [
    ...(rules?.guards() ?? []),
    ...(code?.parts ?? []).map(codeGuard),
    ...[...queries.files.values()].map(queryGuard),
  ]
  const guards: GuardsHere = { place: { database, schema, place: contentSchema(config.database) }, present }
  report.push(...(await checkGuards(config, guards, options.guards)))
  const background = createBackground(error => log.failed(error, 'work after an answer failed'))
  const { deliveries } = storage
  const webhooks = { database, schema, outgoing, deliveries, wake, clock }
  const users: UsersContext = Object.freeze({
    ...{ content, passwords, outgoing, later: background.later, prefix: config.api.prefix, clock },
    secret: config.secrets.jwt,
    config: config.users,
    fixedAttributes: rules?.userAttributes,
    codeActions: code?.actions,
    mail: createMailer({ ...config, log: log.info }),
    serverUrl: publicUrl(config),
  })
  const cleanUp = new CleanUp(log.failed)
  const media = mediaContext(config, content, cleanUp, outgoing)
  report.push(...mediaNotes(media, content), ...draftNotes(config, content))
  return {
    ...{ background, cleanUp, content, deliverer, guards, media, queries, rules, users, webhooks },
    admin: adminContext(config, storage, users),
    authenticate: createAuthenticator({ database, schema, secrets: config.secrets, rules }),
    metrics: config.metrics.enabled ? await serverMetrics(content, budget, options) : undefined,
    resumable: resumableStore(config),
  }
}

function mediaNotes({ provider: { problem } }: MediaContext, { dialect }: ContentContext): readonly string[] {
  const attaching =
    'Callers that may upload can attach files to every entry, as in Strapi; api.attach=granted asks for the right to update it'
  return [
    ...(problem === undefined ? [] : [`Files cannot be stored: ${problem}`]),
    ...(dialect.attachingNeedsUpdate ? [] : [attaching]),
  ]
}

/** In a Strapi project everybody expects it. */
function draftNotes({ strapi }: Config, { dialect }: ContentContext): readonly string[] {
  if (strapi || dialect.draftsNeedRight) return []
  return ['Callers that may find a type can read its drafts; api.drafts=granted asks for the right findDrafts']
}

function welcomeFacts({ api, folder, development, server }: Config, schema: Schema, access: Access) {
  const docs = (server.docs ?? development) && hasDocsSite()
  return { schema, prefix: api.prefix, access, folder, version: VERSION, development, docs }
}

function publicity({ types }: Schema, access: Access) {
  const own = [...types.values()].filter(({ userDefined }) => userDefined)
  return own.map(({ singularName: name, uid }) => ({ name, isPublic: may(access, `${uid}.find`) }))
}

async function strapiCode(config: Config, schema: Schema, { runsTasks = true }: AppOptions) {
  return (await strapiFor(config.folder)).loadCode(config, schema, runsTasks)
}

/** Loaded only where there is something to load. */
async function ownCode(config: Config, schema: Schema): Promise<ProjectCode | undefined> {
  if (!existsSync(partPath(config.folder, 'ownCode'))) return undefined
  const { loadOwnCode } = await import('./extend/own-code.ts')
  return loadOwnCode(config, schema)
}

async function ownPanel({ folder }: Config): Promise<PanelModule | undefined> {
  if (!existsSync(partPath(folder, 'ownCode'))) return undefined
  const { loadPanelModule } = await import('./extend/panel-module.ts')
  return loadPanelModule(folder)
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

/** Loaded only where somebody wants figures: their library is a tenth of what a start takes. */
async function serverMetrics(
  { database, responses }: ContentContext,
  budget: CacheBudget,
  { gatherFigures }: AppOptions,
): Promise<Metrics> {
  const { createMetrics } = await import('./http/operations/metrics.ts')
  return createMetrics({
    version: VERSION,
    cache: responses.figures,
    caches: () => budget.figures(),
    expensiveReads: () => database.expensiveReads(),
    pool: database.figures === undefined ? undefined : () => database.figures!(),
    replicas: () => database.replicas?.() ?? [],
    gather: gatherFigures && (() => gatherFigures('metrics')),
  })
}

const NOTHING = { entries: 0 }

/** Fills a database that never had content from the project's `content` folder, if it has one. */
async function seed({ folder }: Config, { database, schema, origin }: Storage): Promise<readonly string[]> {
  const { entries } = (origin !== 'strapi4' && (await seedOnce({ database, schema, folder }))) || NOTHING
  return entries === 0 ? [] : [`seeded ${entries} entries from ${partPath(folder, 'content')}`]
}

/** The address that links in mails lead to. */
function publicUrl({ server, host, port }: Config): string {
  const name = host === '0.0.0.0' || host === '127.0.0.1' || host === '::' ? 'localhost' : host
  return server.url ?? `http://${name}:${port}`
}
