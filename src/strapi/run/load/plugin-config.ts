/** The settings of the project's own plug-ins: what `config/plugins` says, over what their code says. */
import { envHelper } from '../../files/env-helper.ts'
import { mergeConfig } from '../../files/merge-config.ts'
import type { PluginParts, StrapiSettings } from '../strapi-types.ts'
import type { LoadedPlugin } from './load-code.ts'

/** Their services are registered with the rest of their code. `refuse`: the settings are wrong. */
export function pluginsOf(
  plugins: readonly LoadedPlugin[],
  settings: StrapiSettings,
  refuse: (file: string, problem: string) => void,
): Readonly<Record<string, PluginParts>> {
  const parts = plugins.map(({ name, file, server: { config, routes } }): [string, PluginParts] => {
    const usual =
      typeof config.default === 'function' ? config.default({ env: envHelper(process.env) }) : config.default
    const given = settings.get(`plugins.${name}.config`, {})
    const value = mergeConfig(usual ?? {}, given) as PluginParts['config']
    try {
      config.validator(value)
    } catch (error) {
      refuse(file, `Error regarding ${name} config: ${(error as Error).message}`)
    }
    return [name, { services: {}, config: value, routes }]
  })
  return Object.fromEntries(parts)
}
