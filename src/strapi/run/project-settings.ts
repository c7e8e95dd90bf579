/** `strapi.config`: what the files in the project's `config` folder say, by name. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { envHelper } from '../files/env-helper.ts'
import { mergeConfig } from '../files/merge-config.ts'
import type { ModuleLoader } from './load/module-loader.ts'
import type { StrapiSettings } from './strapi-types.ts'

export interface LoadedSettings {
  readonly settings: StrapiSettings
  /** Files that cannot be run, with the reason. */
  readonly failed: ReadonlyMap<string, string>
}

/** What was decided about the server is in `config` already; the code gets to see the same. */
export async function loadStrapiSettings(config: Config, loader: ModuleLoader): Promise<LoadedSettings> {
  const failed = new Map<string, string>()
  const environment = config.development ? 'development' : 'production'
  const places = ['config', `config/env/${process.env.NODE_ENV || environment}`]
  let values: Tree = {}
  for (const place of places) {
    for (const { name, file } of await settingsFiles(config.folder, place)) {
      try {
        values = mergeConfig(values, { [name]: await run(loader.load(file)) }) as Tree
      } catch (error) {
        failed.set(file, (error instanceof Error ? error.message : String(error)).split('\n')[0]!)
      }
    }
  }
  const known = {
    environment,
    ...values,
    info: { strapi: '4.26.2', name: config.folder.split('/').at(-1) },
    server: { ...treeOf(values.server), host: config.host, port: config.port, url: config.server.url ?? '' },
    api: { ...treeOf(values.api), rest: { ...treeOf(treeOf(values.api).rest), ...config.api } },
  }
  return { settings: strapiSettings(known), failed }
}

async function run(value: unknown): Promise<unknown> {
  return typeof value === 'function' ? await value({ env: envHelper(process.env) }) : value
}

const FILE = /^(.+?)(?<!\.d)\.(js|ts|json)$/

async function settingsFiles(
  folder: string,
  place: string,
): Promise<readonly { readonly name: string; readonly file: string }[]> {
  const entries = await readdir(join(folder, place), { withFileTypes: true }).catch(() => [])
  return entries
    .filter(entry => entry.isFile() && FILE.test(entry.name))
    .map(entry => ({ name: FILE.exec(entry.name)![1]!, file: `${place}/${entry.name}` }))
    .sort((a, b) => (a.file < b.file ? -1 : 1))
}

type Tree = Record<string, unknown>

function treeOf(value: unknown): Tree {
  return typeof value === 'object' && value !== null ? (value as Tree) : {}
}

/** As in Strapi, the values of the files are members, too: `strapi.config.server`. */
function strapiSettings(values: Tree): StrapiSettings {
  const settings: StrapiSettings = {
    ...values,
    get: (path, fallback) => {
      const found = partsOf(path).reduce<unknown>((value, name) => (value as Tree | null | undefined)?.[name], values)
      return found === undefined ? fallback : found
    },
    set: (path, value) => {
      const parts = partsOf(path)
      const last = parts.pop()!
      const owner = parts.reduce((tree: Tree, name) => {
        tree[name] ??= {}
        return tree[name] as Tree
      }, values)
      owner[last] = value
      return settings
    },
    has: path => settings.get(path) !== undefined,
  }
  return settings
}

/** `plugin.upload` and `plugin::upload` are both used, and so are lists of names. */
function partsOf(path: string | readonly string[]): string[] {
  return typeof path === 'string' ? path.replace('::', '.').split('.') : [...path]
}
