/** The plugins of the project, each with what becomes of it. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalPlugin } from '../../../config/config.ts'
import { trimEnd } from '../../../util/text/trim-run.ts'
import { type ListedPlugin, listPlugins } from '../../run/guards/list-plugins.ts'
import type { CodePart, CustomFieldEntry, PluginEntry } from '../adopt-report.ts'
import type { Manifest } from './project-part.ts'

type Settings = Readonly<Record<string, unknown>>

interface PluginsInput {
  readonly folder: string
  readonly manifest: Manifest
  /** What `config/plugins` says. */
  readonly config: unknown
  /** The project's own. */
  readonly local: readonly LocalPlugin[]
  readonly customFields: readonly CustomFieldEntry[]
  readonly code: CodePart
}

export function pluginsPart(input: PluginsInput): readonly PluginEntry[] {
  const { manifest, config, customFields } = input
  const { dependencies = {} } = manifest
  const settings = typeof config === 'object' && config !== null ? (config as Settings) : {}
  const listed = listPlugins({ dependencies, config: settings })
  const others = Object.keys(dependencies).filter(name => isOther(name, settings) && !listed.some(of(name)))
  const packages = [...listed, ...others.map(name => ({ name, fate: 'unknown', what: NOT_RUN }) as const)]
  return [
    ...packages.map(({ name, fate, what }) => ({
      name,
      version: String(dependencies[name]),
      fate: FATES[fate],
      what: fate === 'unknown' ? meaning(name, customFields) : what,
    })),
    ...localPlugins(settings, Object.keys(dependencies), input),
  ]
}

const of =
  (name: string) =>
  (plugin: { readonly name: string }): boolean =>
    plugin.name === name

const FATES: Readonly<Record<ListedPlugin['fate'], PluginEntry['fate']>> = {
  builtIn: 'built in',
  ignored: 'ignored',
  blocks: 'blocks',
  unknown: 'unknown',
}

const NOT_RUN = 'It is not run, and Populus does not know what it does.'

function meaning(name: string, customFields: readonly CustomFieldEntry[]): string {
  const field = customFields.find(entry => isNamed(name, /^plugin::([^.]+)/.exec(entry.field)?.[1] ?? ''))
  return field === undefined ? NOT_RUN : `${NOT_RUN} Its field ${field.field} is read as ${field.readAs}.`
}

/** A package that is a plugin by its name, or because `config/plugins` has settings for it. */
function isOther(name: string, settings: Settings): boolean {
  const isPlugin = /(^|\/)strapi-/.test(name) && !/provider|utils|types|helper/.test(name)
  const key = Object.keys(settings).find(candidate => isNamed(name, candidate))
  if (key !== undefined) return isOn(settings[key]) && !OWN.includes(key)
  return isPlugin
}

/** The key in `config/plugins` is a name that the package gives itself; it resembles that of the package. */
function isNamed(name: string, key: string): boolean {
  const bare = name.replace(/^@[^/]+\//, '').replace(/strapi-|-?plugin-?/g, '')
  return key === name || bare === key || bare === trimEnd(key, '0123456789')
}

const isOn = (given: unknown): boolean =>
  given !== false && (given as { readonly enabled?: unknown } | null | undefined)?.enabled !== false

const OWN = ['upload', 'email', 'users-permissions', 'i18n', 'content-manager', 'content-type-builder']

/** Plugins that only `config/plugins` names: in a folder of the project, or not installed at all. */
function localPlugins(
  settings: Settings,
  packages: readonly string[],
  { folder, local, code }: PluginsInput,
): readonly PluginEntry[] {
  return Object.entries(settings).flatMap(([key, given]) => {
    const own = local.find(({ name }) => name === key)
    if (own !== undefined) return [localPlugin(own, code)]
    if (!isOn(given) || OWN.includes(key) || packages.some(name => isNamed(name, key))) return []
    const { resolve } = (given ?? {}) as { readonly resolve?: unknown }
    if (typeof resolve !== 'string') return [{ name: key, version: '', fate: 'unknown', what: NO_PACKAGE } as const]
    const isThere = existsSync(join(folder, resolve))
    const found = isThere
      ? ({ fate: 'ignored', what: NO_CODE } as const)
      : ({ fate: 'unknown', what: NO_FOLDER } as const)
    return [{ name: key, version: resolve, ...found }]
  })
}

const NO_PACKAGE = 'config/plugins has settings for it, but no package of the project has this name.'
const NO_CODE = 'It has no strapi-server.js, and so no code for the server.'
const NO_FOLDER = 'Its folder does not exist here. Strapi does not start without it.'

/** One whose code does not run is a finding of the code. */
function localPlugin({ name, file }: LocalPlugin, { files }: CodePart): PluginEntry {
  const state = files.find(entry => entry.file === file)?.state
  const what =
    state === 'runs'
      ? 'Its code runs as that of the project does.'
      : 'Its code is not run; see what the report says of it.'
  return { name, version: file, fate: state === 'runs' ? 'built in' : 'ignored', what }
}
