/** Everything of a project that Strapi loads at its start, with the file that each part comes from. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalPlugin } from '../../../config/config.ts'
import { fileKey } from '../../../schema/snake-case.ts'
import type { ModuleLoader } from './module-loader.ts'
import { type PluginPart, pluginParts } from './plugin-parts.ts'
import { type PluginServer, pluginServer } from './plugin-server.ts'

/** A file and what it exports. */
export interface LoadedFile {
  readonly file: string
  /** The file's name without its ending, in kebab-case. */
  readonly name: string
  readonly value: unknown
}

export interface ApiCode {
  readonly name: string
  readonly routes: readonly LoadedFile[]
  readonly controllers: readonly LoadedFile[]
  readonly services: readonly LoadedFile[]
  readonly policies: readonly LoadedFile[]
  readonly middlewares: readonly LoadedFile[]
  /** By the name of the content type's folder. */
  readonly lifecycles: readonly LoadedFile[]
  /** `register`, `bootstrap`, `destroy`. */
  readonly index: LoadedFile | undefined
}

export interface LoadedCode {
  readonly apis: readonly ApiCode[]
  /** `src/policies` and `src/middlewares`. */
  readonly policies: readonly LoadedFile[]
  readonly middlewares: readonly LoadedFile[]
  /** By the plug-in's name. */
  readonly extensions: readonly LoadedFile[]
  /** `src/extensions/<plug-in>/content-types/<type>/lifecycles`; the name is `plugin::<plug-in>.<type>`. */
  readonly pluginLifecycles: readonly LoadedFile[]
  /** The project's own plug-ins. */
  readonly plugins: readonly LoadedPlugin[]
  readonly index: LoadedFile | undefined
  /** Files that cannot be loaded, by path, with the reason. */
  readonly failed: ReadonlyMap<string, string>
}

export interface LoadedPlugin {
  readonly name: string
  /** Where it begins. */
  readonly file: string
  readonly server: PluginServer
  readonly parts: readonly PluginPart[]
}

const SCRIPT = /(?<!\.d|\.test|\.spec)\.(js|ts)$/

/** `insteadOf`: what takes the place of a file that is not to be loaded; `undefined` for all others. */
export async function loadCode(
  loader: ModuleLoader,
  { folder, plugins }: { readonly folder: string; readonly plugins: readonly LocalPlugin[] },
  insteadOf: (file: string) => unknown,
): Promise<LoadedCode> {
  const failed = new Map<string, string>()
  const reader = { loader, folder, failed, insteadOf }
  const apis: ApiCode[] = []
  for (const name of await foldersIn(folder, 'src/api')) apis.push(await loadApi(reader, name))
  const extensions: LoadedFile[] = []
  const pluginLifecycles: LoadedFile[] = []
  for (const plugin of await foldersIn(folder, 'src/extensions')) {
    extensions.push(...(await loadNamed(reader, `src/extensions/${plugin}/strapi-server`, plugin)))
    for (const type of await foldersIn(folder, `src/extensions/${plugin}/content-types`)) {
      const place = `src/extensions/${plugin}/content-types/${type}/lifecycles`
      pluginLifecycles.push(...(await loadNamed(reader, place, `plugin::${plugin}.${type}`)))
    }
  }
  return Object.freeze({
    apis,
    policies: await loadFolder(reader, 'src/policies', name => name),
    middlewares: await loadFolder(reader, 'src/middlewares', name => name),
    extensions,
    pluginLifecycles,
    plugins: plugins.flatMap(plugin => loadPlugin(reader, plugin)),
    index: (await loadNamed(reader, 'src/index', 'index'))[0],
    failed,
  })
}

interface Reader {
  readonly loader: ModuleLoader
  readonly folder: string
  readonly failed: Map<string, string>
  readonly insteadOf: (file: string) => unknown
}

async function loadApi(reader: Reader, folderName: string): Promise<ApiCode> {
  const place = `src/api/${folderName}`
  const part = (name: string) => loadFolder(reader, `${place}/${name}`, fileKey)
  const lifecycles: LoadedFile[] = []
  for (const type of await foldersIn(reader.folder, `${place}/content-types`)) {
    lifecycles.push(...(await loadNamed(reader, `${place}/content-types/${type}/lifecycles`, fileKey(type))))
  }
  return Object.freeze({
    name: fileKey(folderName),
    routes: await part('routes'),
    controllers: await part('controllers'),
    services: await part('services'),
    policies: await part('policies'),
    middlewares: await part('middlewares'),
    lifecycles,
    index: (await loadNamed(reader, `${place}/index`, 'index'))[0],
  })
}

async function loadFolder(
  reader: Reader,
  place: string,
  nameOf: (name: string) => string,
): Promise<readonly LoadedFile[]> {
  const entries = await readdir(join(reader.folder, place), { withFileTypes: true }).catch(() => [])
  const files = entries.filter(entry => entry.isFile() && SCRIPT.test(entry.name)).map(({ name }) => name)
  return files.sort().flatMap(name => loadFile(reader, `${place}/${name}`, nameOf(name.replace(SCRIPT, ''))))
}

async function loadNamed(reader: Reader, place: string, name: string): Promise<readonly LoadedFile[]> {
  const file = ['.js', '.ts'].map(ending => place + ending).find(path => existsSync(join(reader.folder, path)))
  return file === undefined ? [] : loadFile(reader, file, name)
}

function loadFile(
  { loader, failed, insteadOf }: Reader,
  file: string,
  name: string,
  made: (exported: unknown) => unknown = exported => exported,
): readonly LoadedFile[] {
  try {
    return [{ file, name, value: made(insteadOf(file) ?? loader.load(file)) }]
  } catch (error) {
    failed.set(file, (error instanceof Error ? error.message : String(error)).split('\n')[0]!)
    return []
  }
}

function loadPlugin(reader: Reader, { name, file }: LocalPlugin): readonly LoadedPlugin[] {
  return loadFile(reader, file, name, pluginServer).map(({ value }) => {
    const server = value as PluginServer
    return { name, file, server, parts: pluginParts(file, server, reader.loader) }
  })
}

async function foldersIn(folder: string, place: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, place), { withFileTypes: true }).catch(() => [])
  return entries
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
}
