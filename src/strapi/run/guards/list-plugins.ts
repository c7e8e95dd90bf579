/** The plugins that a project has from packages, each with what becomes of it here. */
import { isPluginOn } from '../../../util/is-plugin-on.ts'
import { KNOWN_PLUGINS, type KnownPlugin, keyOf } from './known-plugins.ts'

export type ListedPlugin =
  | KnownPlugin
  | {
      readonly name: string
      readonly key: string
      /** Not in the list of known plugins: only its code says what it does. */
      readonly fate: 'unknown'
      readonly what: string
    }

export interface PluginSources {
  /** Of `package.json`. */
  readonly dependencies: Readonly<Record<string, unknown>>
  /** What `config/plugins` says, by key. */
  readonly config?: Readonly<Record<string, unknown>> | undefined
}

const PLUGIN = /^(@strapi\/plugin-|(@[^/]+\/)?strapi-plugin-)/

/** In the order of `package.json`. A plugin that `config/plugins` switches off is left out. */
export function listPlugins({ dependencies, config = {} }: PluginSources): readonly ListedPlugin[] {
  return Object.keys(dependencies).flatMap(name => {
    const known = KNOWN_PLUGINS.get(name)
    if (known === undefined && !PLUGIN.test(name)) return []
    const plugin = known ?? unknown(name)
    return isPluginOn(config[plugin.key]) ? [plugin] : []
  })
}

function unknown(name: string): ListedPlugin {
  return { name, key: keyOf(name), fate: 'unknown', what: 'It is not run. Its code says what that means.' }
}
