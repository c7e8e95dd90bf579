/**
 * Finds the code of a Strapi project that Strapi 4 runs, and no leftovers of Strapi 3: it loads nothing of folders below those of
 * controllers, services, policies and middlewares, nor of `config/functions`. Reads files; runs nothing.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalPlugin } from '../../../config/config.ts'
import { fileKey } from '../../../schema/snake-case.ts'
import { listPlugins } from './list-plugins.ts'
import {
  isEmptyFunction,
  keysOf,
  type ParsedModule,
  parseModule,
  resultOf,
  staticValue,
  UNKNOWN,
  withoutRemarks,
} from './parse-module.ts'
import { PLUGIN_PATHS } from './plugin-paths.ts'
import {
  type ApiFile,
  type CodeFile,
  type Reachable,
  readController,
  readGuard,
  readLifecycles,
  readRoutes,
  readService,
} from './read-api-code.ts'
import { readPlugins } from './read-plugin-code.ts'
import { scriptsBelow } from './scripts-below.ts'
import type { ServerCode } from './server-code.ts'

export interface FoundCode {
  readonly code: readonly ServerCode[]
  /** By API folder with routes: the actions that they make reachable. `null` if that cannot be told. */
  readonly reachable: ReadonlyMap<string, readonly Reachable[] | null>
  /** The first file with routes of each API folder. */
  readonly routeFiles: ReadonlyMap<string, string>
}

export interface CodePlace {
  readonly folder: string
  /** The project's own. */
  readonly plugins: readonly LocalPlugin[]
  /** The settings of which environments do not matter. */
  readonly production: boolean
}

export async function findServerCode({ folder, plugins, production }: CodePlace): Promise<FoundCode> {
  const other = production ? /^config\/env\/(development|test)\// : /^config\/env\/production\//
  const files = (await codeFiles(folder)).filter(({ file }) => !other.test(file))
  const code: (ServerCode | null)[] = []
  const reachable = new Map<string, readonly Reachable[] | null>()
  const routeFiles = new Map<string, string>()
  for (const file of files) {
    const api = apiFile(file)
    if (api?.part === 'routes') {
      const read = readRoutes(api)
      code.push(read.code)
      const before = reachable.get(api.api)
      reachable.set(api.api, before === null || read.reachable === null ? null : [...(before ?? []), ...read.reachable])
      if (!routeFiles.has(api.api)) routeFiles.set(api.api, file.file)
    } else {
      code.push(api === null ? readOther(file) : readApi(api))
    }
  }
  const written = code.filter(part => part !== null)
  const others = [...(await readPlugins(folder, plugins)), ...(await installedPlugins(folder))]
  return { code: [...written, ...others], reachable, routeFiles }
}

const API = /^src\/api\/([^/]+)\/(controllers|services|routes|policies|middlewares)\/([^/]+)\.[jt]s$/
const LIFECYCLES = /^src\/api\/([^/]+)\/content-types\/([^/]+)\/lifecycles\.[jt]s$/

type Part = 'controllers' | 'services' | 'routes' | 'policies' | 'middlewares' | 'lifecycles'

function apiFile(file: CodeFile): (ApiFile & { readonly part: Part }) | null {
  const [, api, part, name] = API.exec(file.file) ?? []
  if (api !== undefined) return { ...file, api: fileKey(api), part: part as Part, name: fileKey(name!) }
  const [, owner, type] = LIFECYCLES.exec(file.file) ?? []
  return owner === undefined ? null : { ...file, api: fileKey(owner), part: 'lifecycles', name: fileKey(type!) }
}

function readApi(file: ApiFile & { readonly part: Part }): ServerCode | null {
  switch (file.part) {
    case 'controllers':
      return readController(file)
    case 'services':
      return readService(file)
    case 'lifecycles':
      return readLifecycles(file)
    case 'policies':
      return readGuard(file, 'policy')
    default:
      return readGuard(file, 'middleware')
  }
}

function readOther(given: CodeFile): ServerCode | null {
  const { file } = given
  if (/^src\/policies\/[^/]+$/.test(file)) return readGuard(given, 'policy')
  if (/^src\/middlewares\/[^/]+$/.test(file)) return readGuard(given, 'middleware')
  if (/^src\/index\./.test(file)) return readIndex(given)
  if (/^src\/extensions\//.test(file)) return readExtension(given)
  if (/^config\/(env\/[^/]+\/)?middlewares\./.test(file)) return readMiddlewares(given)
  if (/^config\/(env\/[^/]+\/)?cron-tasks\./.test(file)) return { file, what: 'it has scheduled tasks', closes: [] }
  return null
}

/** `register` and `bootstrap`. Subscriptions, middlewares and changed models there may stand in the way of any request. */
function readIndex({ file, text }: CodeFile): ServerCode | null {
  const module = parseModule(text, file)
  const guards =
    /lifecycles\s*\.\s*subscribe|server\s*\.\s*(use|app)|\.contentTypes?\b|\.getModel\b|\.policies\b|\.controllers?\b/.test(
      withoutRemarks(text),
    )
  const closes = guards ? ([{ kind: 'everything' }] as const) : []
  const used = module === null ? ['code'] : usedMembers(module)
  if (used.length === 0) return null
  const what = guards ? 'it may change how requests are answered' : 'it runs when the server starts'
  return { file, what: `${used.join(', ')}: ${what}`, closes }
}

/** The members that are functions with anything in them. */
function usedMembers(module: ParsedModule): readonly string[] {
  const object = resultOf(module.exported, module)
  const keys = keysOf(object)
  if (keys === null) return module.exported === undefined ? module.names : ['code']
  const { properties } = object as unknown as { properties: { value: Parameters<typeof isEmptyFunction>[0] }[] }
  return keys.filter((_, index) => !isEmptyFunction(properties[index]!.value))
}

/** Strapi loads `strapi-server` of each extension. Other files matter only if that one requires them. */
function readExtension({ file, text }: CodeFile): ServerCode | null {
  const [, plugin] = /^src\/extensions\/([^/]+)\/strapi-server\.[jt]s$/.exec(file) ?? []
  if (plugin === undefined) return null
  const exported = parseModule(text, file)?.exported
  if (exported !== undefined && isEmptyFunction(exported)) return null
  const paths = PLUGIN_PATHS[plugin] ?? [`/${plugin}`]
  return { file, what: `it changes the plugin ${plugin}`, closes: [{ kind: 'below', paths }] }
}

/** Middlewares other than Strapi's own run before every request. */
function readMiddlewares({ file, text }: CodeFile): ServerCode | null {
  const module = parseModule(text, file)
  const list = module === null ? UNKNOWN : staticValue(resultOf(module.exported, module), module)
  if (!Array.isArray(list)) return { file, what: 'its middlewares cannot be told', closes: [{ kind: 'everything' }] }
  const own = list.map(middlewareName).filter(name => !name.startsWith('strapi::'))
  if (own.length === 0) return null
  return { file, what: `it runs ${own.join(', ')} before every request`, closes: [{ kind: 'everything' }] }
}

function middlewareName(entry: unknown): string {
  if (typeof entry === 'string') return entry
  const { name, resolve } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
  return typeof name === 'string' ? name : typeof resolve === 'string' ? resolve : 'a middleware'
}

/** Plugins from packages, as `package.json` lists them. What is built in, or makes no difference, is left out. */
async function installedPlugins(folder: string): Promise<readonly ServerCode[]> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}')
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Readonly<Record<string, unknown>> }
  return listPlugins({ dependencies })
    .filter(({ fate }) => fate === 'blocks' || fate === 'unknown')
    .map(({ name, what }) => ({ file: 'package.json', what: `the plugin ${name}. ${what}`, closes: [] }))
}

/** All scripts below `src` and `config`, in a fixed order. */
async function codeFiles(folder: string): Promise<readonly CodeFile[]> {
  const paths = (await Promise.all(['src', 'config'].map(place => scriptsBelow(folder, place)))).flat().sort()
  return Promise.all(paths.map(async file => ({ file, text: await readFile(join(folder, file), 'utf8') })))
}
