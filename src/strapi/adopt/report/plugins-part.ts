/** The plugins of the project, each with what becomes of it. */

import { trimEnd } from '../../../util/trim-run.ts'
import { type ListedPlugin, listPlugins } from '../../run/guards/list-plugins.ts'
import type { CustomFieldEntry, PluginEntry } from '../adopt-report.ts'
import type { Manifest } from './project-part.ts'

type Settings = Readonly<Record<string, unknown>>

/** `config` is what `config/plugins` says. */
export function pluginsPart(
  { dependencies = {} }: Manifest,
  config: unknown,
  customFields: readonly CustomFieldEntry[],
): readonly PluginEntry[] {
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
    ...localPlugins(settings, Object.keys(dependencies)),
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
function localPlugins(settings: Settings, packages: readonly string[]): readonly PluginEntry[] {
  return Object.entries(settings).flatMap(([key, given]) => {
    if (!isOn(given) || OWN.includes(key) || packages.some(name => isNamed(name, key))) return []
    const { resolve } = (given ?? {}) as { readonly resolve?: unknown }
    const what =
      typeof resolve === 'string'
        ? 'It is a plugin in the folder of the project, and is not run.'
        : 'config/plugins has settings for it, but no package of the project has this name.'
    return [{ name: key, version: typeof resolve === 'string' ? resolve : '', fate: 'unknown', what } as const]
  })
}
