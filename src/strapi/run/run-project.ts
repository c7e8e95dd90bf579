/**
 * Runs the code of a Strapi project, in the order in which Strapi does it: load the files, connect `strapi` with the server,
 * `register`, routes, `bootstrap`. Whatever cannot be run is closed and reported.
 */
import type { Config } from '../../config/config.ts'
import type { ProjectCode, ProjectServices } from '../../extend/project-code.ts'
import type { RequestTaker } from '../../http/extension/route-extension.ts'
import type { Schema } from '../../schema/schema.ts'
import { Lease } from '../../tasks/lease.ts'
import { createEntities } from './entities/create-entities.ts'
import { applyExtension, type ExtendedPlugin } from './extensions/apply-extension.ts'
import { PLUGIN_ROUTES } from './extensions/extended-routes.ts'
import { controllersOf, ownActions } from './extensions/own-action.ts'
import { rateLimitMiddleware } from './extensions/rate-limit.ts'
import { type Guards, judgeGuards } from './guards/closed-routes.ts'
import { codeParts } from './guards/code-parts.ts'
import type { FoundCode } from './guards/find-server-code.ts'
import { readPluginParts } from './guards/read-plugin-code.ts'
import type { LoadedCode } from './load/load-code.ts'
import { registerCode, subscribeLifecycles } from './load/register-code.ts'
import { type LoadedProject, loadProject } from './load-project.ts'
import { catchLooseEnds } from './loose-ends.ts'
import { globalMiddlewares, includesUnparsed, sessions } from './middlewares/global-middlewares.ts'
import { createPlugins } from './plugins/create-plugins.ts'
import type { FormLimits } from './requests/body/request-form.ts'
import { collectEndpoints } from './requests/collect-endpoints.ts'
import { type CoreParts, isUntouchedType } from './requests/core-controller.ts'
import { nativeActions } from './requests/native-actions.ts'
import { createProjectRequests } from './requests/project-requests.ts'
import { type SlugifyPlugin, slugifyPlugin } from './slugify/slugify-plugin.ts'
import { strapiLog } from './strapi-log.ts'
import { changedModel } from './strapi-models.ts'
import type { StrapiHost, StrapiPlugins } from './strapi-types.ts'

export interface RunInput {
  readonly config: Config
  readonly schema: Schema
  readonly found: FoundCode
  /** Whether this process runs the tasks at fixed times: one of several does. */
  readonly runsTasks: boolean
}

/** Loads the files. Only the modules themselves run before `start`. */
export async function runProject(input: RunInput): Promise<ProjectCode> {
  const project = await loadProject(input.config, input.schema)
  const slugify = slugifyPlugin(input.config, input.schema)
  const report: string[] = []
  let running: Running | undefined
  let looseEnds: (() => void) | undefined
  return {
    hooks: project.lifecycles.hooks,
    parts: codeParts(input.found, input.config.adopt.ignore),
    actions: () => running?.actions ?? [],
    report,
    routes: {
      routes: slugify?.routes ?? [],
      // Nothing is answered before the guards are in place.
      taker: { take: (method, path) => (running === undefined ? notReady : running.take(method, path)) },
    },
    start: async services => {
      looseEnds = catchLooseEnds(strapiLog(services.log))
      running = await start(project, { ...input, slugify }, services)
      report.push(...running.report)
    },
    stop: async () => {
      looseEnds?.()
      project.cron.stop()
      await callAll(project, 'destroy', error => project.later.failed?.(error, 'destroy'))
    },
  }
}

async function notReady(): Promise<never> {
  throw new Error('a request came before the code of the project has started')
}

interface StartInput extends RunInput {
  readonly slugify: SlugifyPlugin | undefined
}

interface Running extends RequestTaker {
  /** Full names of those that roles can be granted. */
  readonly actions: readonly string[]
  readonly report: readonly string[]
}

async function start(project: LoadedProject, input: StartInput, services: ProjectServices): Promise<Running> {
  const { object, outcomes, code, loader, cron, lifecycles, models } = project
  const { strapi, registries } = object
  const host = hostOf(project, input, services)
  project.server.connect(services.httpServer)
  const plugins = connect(project, host)
  outcomes.findMissing(input.config.folder, code, loader, strapi)
  const isRefused = (file: string) => outcomes.isRefused(file)
  registerCode({ code, registries, models, isRefused })
  subscribeLifecycles(lifecycles, { code, registries, models, isRefused })
  const extensions = await extend(project, input, plugins)
  const failed = (error: unknown) => host.log.error(error)
  await callAll(project, 'register', failed)
  addTasks(project)
  const middlewares = globalMiddlewares(project)
  const { endpoints, problems } = collectEndpoints(
    { host, strapi, loader },
    { code, extensions, routers: project.server.routers, isRefused, prefix: input.config.api.prefix },
  )
  addSlugs(project, input.slugify, services)
  await callAll(project, 'bootstrap', failed)
  const { database } = services.content
  // A file has one server, whose processes have agreed already.
  if (database.dialect.name === 'postgres') {
    const lease = new Lease(database, 'cron')
    project.later.isOurs = () => lease.hold()
  }
  if (input.runsTasks) cron.start()
  const guards = await judgeProject(project, input)
  const requests = createProjectRequests({
    app: project.app,
    endpoints,
    sessions: sessions(project),
    middlewares: [...middlewares, ...project.server.added],
    types: [...input.schema.types.values()].filter(({ userDefined }) => userDefined),
    prefix: input.config.api.prefix,
    closed: guards.closed,
    isTouched: uid => !isUntouchedType(project.later.core!, models.contentTypes[uid]!),
    limits: { ...formLimits(input.config), query: input.config.limits },
    includeUnparsed: includesUnparsed(project),
    log: host.log,
    runInContext: (ctx, run) => project.requests.run(ctx, run),
  })
  const actions = endpoints.flatMap(({ granted }) => granted ?? [])
  return { ...requests, actions, report: [...guards.report, ...problems, ...(input.slugify?.report ?? [])] }
}

function formLimits({ limits: { bodySize, formFields, formFiles }, media }: Config): FormLimits {
  return { bodySize, formFields, formFiles, fileSize: media.sizeLimit }
}

/** Plugins listen after the lifecycle files of the project, and before what its `bootstrap` subscribes. */
function addSlugs(
  { lifecycles }: LoadedProject,
  slugify: SlugifyPlugin | undefined,
  { content }: ProjectServices,
): void {
  if (slugify === undefined) return
  slugify.connect(content)
  lifecycles.subscribe(slugify.listener)
}

/** What is closed, when it is known which files run. */
export async function judgeProject(
  { outcomes, code }: Pick<LoadedProject, 'outcomes' | 'code'>,
  { config, schema, found }: Pick<RunInput, 'config' | 'schema' | 'found'>,
): Promise<Guards> {
  const parts = await readPluginParts(config.folder, outcomes.failedParts(code.plugins))
  const place = { schema, prefix: config.api.prefix, ignore: config.adopt.ignore }
  return judgeGuards({ ...found, code: [...found.code, ...parts] }, place, file => outcomes.of(file))
}

function hostOf(project: LoadedProject, { config }: RunInput, services: ProjectServices): StrapiHost {
  const { content, users, media, authenticate, administrator } = services
  return {
    config,
    schema: content.schema,
    content,
    users,
    media,
    authenticate,
    administrator,
    models: project.models,
    lifecycles: project.lifecycles,
    settings: project.settings,
    log: strapiLog(services.log),
    currentRequest: () => project.requests.getStore(),
    strapi: () => project.object.strapi,
  }
}

/** From here on, `strapi` can read and write. */
export function connect(project: LoadedProject, host: StrapiHost): StrapiPlugins {
  const { object, lifecycles, settings, later } = project
  const entities = createEntities(host)
  const plugins = createPlugins(host, entities)
  const known = new Map<string, ReturnType<typeof nativeActions>>()
  const core: CoreParts = {
    strapi: object.strapi,
    entities,
    isHeard: uid => lifecycles.readsAreHeard(uid),
    native: uid => {
      const made = known.get(uid) ?? nativeActions(host.content, host.schema.types.get(uid)!)
      known.set(uid, made)
      return made
    },
  }
  later.core = core
  later.failed = (error, task) => {
    host.log.error(`the task ${task} failed`)
    host.log.error(error)
  }
  object.connect({ entities, plugins: { ...plugins, ...project.plugins }, log: host.log, settings })
  for (const name of Object.keys(PLUGIN_ROUTES))
    object.registries.controllers.add(`plugin::${name}`, controllersOf(ownActions(name, host.config.api.prefix)))
  object.registries.middlewares.set('plugin::users-permissions.rateLimit', rateLimitMiddleware(host.config))
  return plugins
}

/** An extension that cannot be applied leaves its plug-in closed. */
export async function extend(
  { code, outcomes, models, object: { registries } }: LoadedProject,
  { config }: Pick<RunInput, 'config'>,
  plugins: StrapiPlugins,
): Promise<readonly ExtendedPlugin[]> {
  const extended: ExtendedPlugin[] = []
  for (const file of code.extensions.filter(({ file: path }) => !outcomes.isRefused(path))) {
    try {
      const services = plugins[file.name]?.services ?? {}
      const made = await applyExtension(file, { models, services, prefix: config.api.prefix })
      const { plugin } = made
      for (const kind of ['controllers', 'services', 'policies', 'middlewares'] as const) {
        registries[kind].add(`plugin::${file.name}`, plugin[kind] ?? {})
      }
      extended.push(made)
    } catch (error) {
      outcomes.fail(file.file, error)
    }
  }
  return extended
}

type Moment = 'register' | 'bootstrap' | 'destroy'
type Moments = (given: { readonly strapi: unknown }) => unknown

interface Called {
  readonly file: string
  readonly value: unknown
  readonly call: unknown
}

/** The functions of that name in the order in which Strapi calls them: of plug-ins, of APIs, of the project. */
function functionsOf({ plugins, apis, index }: LoadedCode, moment: Moment, isRefused: (file: string) => boolean) {
  const ofPlugins = plugins.flatMap(({ file, server, parts }): Called[] =>
    isRefused(file)
      ? []
      : parts.filter(({ kind }) => kind === moment).map(part => ({ ...part, value: server, call: part.value })),
  )
  const files = [...apis.map(api => api.index), index].filter(file => file !== undefined)
  const others = files.map(({ file, value }): Called => {
    return { file, value, call: (value as Readonly<Record<string, unknown>> | undefined)?.[moment] }
  })
  return [...ofPlugins, ...others].filter(({ file, call }) => !isRefused(file) && typeof call === 'function')
}

async function callAll(
  { code, outcomes, models, object: { strapi } }: LoadedProject,
  moment: Moment,
  failed: (error: unknown, name: string) => void,
): Promise<void> {
  for (const { file, value, call } of functionsOf(code, moment, path => outcomes.isRefused(path))) {
    try {
      const changed = await changedModel(models, () => (call as Moments).call(value, { strapi }))
      if (changed === undefined) continue
      const problem = `${moment}: ${changed} cannot be changed in code; write it into its schema file`
      outcomes.fail(file, problem, [{ kind: 'everything' }])
    } catch (error) {
      outcomes.fail(file, `${moment}: ${(error as Error).message}`)
      failed(error, moment)
    }
  }
}

function addTasks({ settings, cron, outcomes }: LoadedProject): void {
  if (settings.get('server.cron.enabled', true) !== true) return
  try {
    cron.add(settings.get('server.cron.tasks', {}))
  } catch (error) {
    outcomes.fail('config/cron-tasks.js', error)
    outcomes.fail('config/cron-tasks.ts', error)
  }
}
