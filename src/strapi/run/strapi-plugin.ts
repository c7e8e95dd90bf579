/** One plug-in, as `strapi.plugin(name)` gives it, or one of the project's own APIs, as `strapi.api` has them. */
import type { Registry } from './code-registry.ts'
import type { PluginParts, StrapiModels, StrapiSettings } from './strapi-types.ts'

interface ModuleInput {
  readonly registries: Readonly<Record<'controllers' | 'services' | 'policies' | 'middlewares', Registry>>
  readonly models: StrapiModels
}

export interface PluginObjectInput extends ModuleInput {
  readonly name: string
  readonly plugin: PluginParts
  readonly settings: StrapiSettings
}

export function createPluginObject({ name, plugin, registries, settings, models }: PluginObjectInput): object {
  const namespace = `plugin::${name}`
  registries.services.add(namespace, plugin.services)
  settings.set(`plugin.${name}`, plugin.config)
  return Object.assign(createModuleObject(namespace, { registries, models }), {
    routes: plugin.routes ?? {},
    config: (path: string, fallback?: unknown) => settings.get(`plugin.${name}.${path}`, fallback),
  })
}

/** All APIs that have a content type or code, by name. */
export function createApiObjects(input: ModuleInput): Readonly<Record<string, object>> {
  const { registries, models } = input
  const uids = [...Object.keys(models.contentTypes), ...Object.values(registries).flatMap(parts => parts.keys())]
  const names = new Set(uids.flatMap(uid => /^api::([^.]+)\./.exec(uid)?.[1] ?? []))
  return Object.fromEntries([...names].map(name => [name, createModuleObject(`api::${name}`, input)]))
}

function createModuleObject(namespace: string, { registries, models }: ModuleInput): object {
  const object = {
    routes: {},
    service: (part: string) => registries.services.get(`${namespace}.${part}`),
    controller: (part: string) => registries.controllers.get(`${namespace}.${part}`),
    policy: (part: string) => registries.policies.get(`${namespace}.${part}`),
    middleware: (part: string) => registries.middlewares.get(`${namespace}.${part}`),
    contentType: (part: string) => models.contentTypes[`${namespace}.${part}`],
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
