/** One plug-in, as `strapi.plugin(name)` gives it. */
import type { Registry } from './code-registry.ts'
import type { PluginParts, StrapiModels, StrapiSettings } from './strapi-types.ts'

export interface PluginObjectInput {
  readonly name: string
  readonly plugin: PluginParts
  readonly registries: Readonly<Record<'controllers' | 'services' | 'policies' | 'middlewares', Registry>>
  readonly settings: StrapiSettings
  readonly models: StrapiModels
}

export function createPluginObject({ name, plugin, registries, settings, models }: PluginObjectInput): object {
  const namespace = `plugin::${name}`
  registries.services.add(namespace, plugin.services)
  settings.set(`plugin.${name}`, plugin.config)
  const object = {
    routes: {},
    service: (part: string) => registries.services.get(`${namespace}.${part}`),
    controller: (part: string) => registries.controllers.get(`${namespace}.${part}`),
    policy: (part: string) => registries.policies.get(`${namespace}.${part}`),
    middleware: (part: string) => registries.middlewares.get(`${namespace}.${part}`),
    contentType: (part: string) => models.contentTypes[`${namespace}.${part}`],
    config: (path: string, fallback?: unknown) => settings.get(`plugin.${name}.${path}`, fallback),
    get contentTypes() {
      const own = Object.entries(models.contentTypes).filter(([uid]) => uid.startsWith(`${namespace}.`))
      return Object.fromEntries(own.map(([uid, model]) => [uid.slice(namespace.length + 1), model]))
    },
  }
  for (const kind of ['services', 'controllers', 'policies', 'middlewares'] as const) {
    Object.defineProperty(object, kind, { enumerable: true, get: () => registries[kind].getAll(namespace, true) })
  }
  return object
}
