/** The plugins among a project's own files: `config/plugins` names their folders, as `resolve: './src/plugins/todo'`. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import type { LocalPlugin, PluginType } from '../../config/config.ts'
import type { Environment } from '../../config/sources/read-dotenv.ts'
import { isRecord } from '../../util/is-record.ts'
import type { StrapiFile } from './read-strapi-config.ts'
import { loadPlugins } from './run-config-files.ts'

export interface LocalPluginsInput {
  readonly folder: string
  readonly env: Environment
  /** `config/plugins`, if the project has it. */
  readonly plugins: StrapiFile | undefined
}

/** Strapi loads this file of a plugin and no other. */
const ENTRY = 'strapi-server.js'

/** In the order of `config/plugins`. A plugin without code for the server is left out, as is one that is not switched on. */
export async function localPlugins({ folder, env, plugins }: LocalPluginsInput): Promise<readonly LocalPlugin[]> {
  const named = plugins?.isPartial === true ? await allFolders(folder) : namedFolders(folder, plugins?.value)
  const found = named
    .map(({ name, place }) => ({ name, file: `${place}/${ENTRY}` }))
    .filter(({ file }) => existsSync(join(folder, file)))
  const replies = await loadPlugins({ folder, files: [], plugins: found.map(({ file }) => file) }, env)
  return Promise.all(
    found.map(async ({ name, file }, index) => {
      const reply = replies[index]!
      const types = 'problem' in reply ? await typesInFiles(folder, name, file) : typesInCode(name, file, reply.value)
      return { name, file, types }
    }),
  )
}

interface NamedFolder {
  readonly name: string
  /** Below the project folder. */
  readonly place: string
}

/** Packages are plugins of others, wherever `resolve` finds them. */
function namedFolders(folder: string, value: unknown): readonly NamedFolder[] {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([name, given]) => {
    if (!isRecord(given) || !given.enabled || typeof given.resolve !== 'string') return []
    const place = relative(folder, resolve(folder, given.resolve)).split(sep)
    return place.includes('node_modules') ? [] : [{ name, place: place.join('/') }]
  })
}

/** For a file that could not be run: nobody knows which of them are switched on. */
async function allFolders(folder: string): Promise<readonly NamedFolder[]> {
  const entries = await readdir(join(folder, 'src/plugins'), { withFileTypes: true }).catch(() => [])
  const names = entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
  return names.sort().map(name => ({ name, place: `src/plugins/${name}` }))
}

/** `value`: the content types by name, as the code exports them. */
function typesInCode(plugin: string, file: string, value: unknown): readonly PluginType[] {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([name, definition]) => {
    const content = isRecord(definition) ? definition.schema : undefined
    return isRecord(content) ? [{ uid: `plugin::${plugin}.${name}`, file, content }] : []
  })
}

const SCHEMA = /(^|\/)content-types\/[^/]+\/schema\.json$/

/** For code that cannot be loaded: its content keeps its tables, and relations lead there. */
async function typesInFiles(folder: string, plugin: string, file: string): Promise<readonly PluginType[]> {
  const place = file.slice(0, -ENTRY.length)
  const paths = await readdir(join(folder, place), { recursive: true }).catch(() => [])
  const schemas = paths.map(path => path.split(sep).join('/')).filter(path => SCHEMA.test(path) && !SKIPPED.test(path))
  const types = schemas.sort().map(async (path): Promise<readonly PluginType[]> => {
    const content = await contentOf(join(folder, place, path))
    const info = isRecord(content?.info) ? content.info : {}
    if (content === null || typeof info.singularName !== 'string') return []
    return [{ uid: `plugin::${plugin}.${info.singularName}`, file: `${place}${path}`, content }]
  })
  const all = (await Promise.all(types)).flat()
  return [...new Map(all.map(type => [type.uid, type])).values()]
}

const SKIPPED = /(^|\/)node_modules\//

async function contentOf(path: string): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const content: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isRecord(content) ? content : null
  } catch {
    return null
  }
}
