/** Runs `strapi-server` of an extension: a function that gets a plug-in and changes it. */
import { NotSupportedError } from '../entities/not-supported.ts'
import type { LoadedFile } from '../load/load-code.ts'
import type { Loose, StrapiModels } from '../strapi-types.ts'
import { PLUGIN_ROUTES, type PluginRoute } from './extended-routes.ts'
import { controllersOf, type OwnAction, ownActions } from './own-action.ts'

type Services = Readonly<Record<string, unknown>>

export interface ExtendedPlugin {
  readonly name: string
  readonly file: string
  /** What the extension returned. */
  readonly plugin: Loose
  /** The routes that the plug-in has without the extension, and their actions by handler. */
  readonly original: { readonly routes: readonly PluginRoute[]; readonly actions: Readonly<Record<string, OwnAction>> }
}

/** Throws if the extension changes something that would have no effect here. */
export async function applyExtension(
  { file, name, value }: LoadedFile,
  { models, services, prefix }: { readonly models: StrapiModels; readonly services: Services; readonly prefix: string },
): Promise<ExtendedPlugin> {
  const routes = PLUGIN_ROUTES[name]
  if (routes === undefined) throw new NotSupportedError(`the plug-in ${name}`)
  if (typeof value !== 'function') throw new Error('it exports no function')
  const actions = ownActions(name, prefix)
  const given = pluginValue(name, actions, models, services)
  const types = JSON.stringify(given.contentTypes)
  const plugin = (await value(given)) ?? given
  if (JSON.stringify(plugin.contentTypes) !== types) {
    throw new NotSupportedError(`a change of the content types of ${name} in code`, 'write them into schema.json')
  }
  const replaced = Object.keys(services).filter(part => plugin.services[part] !== services[part])
  if (replaced.length > 0)
    throw new NotSupportedError(`a replacement of the services ${replaced.join(', ')} of ${name}`)
  return { name, file, plugin, original: { routes, actions } }
}

function pluginValue(
  name: string,
  actions: Readonly<Record<string, OwnAction>>,
  models: StrapiModels,
  services: Services,
) {
  const own = Object.entries(models.contentTypes).filter(([uid]) => uid.startsWith(`plugin::${name}.`))
  const contentTypes = own.map(([uid, schema]) => [uid.split('.')[1]!, { schema: structuredClone(schema) }])
  return {
    register: () => undefined,
    bootstrap: () => undefined,
    destroy: () => undefined,
    config: { default: {}, validator: () => undefined },
    controllers: controllersOf(actions),
    routes: {
      'content-api': { type: 'content-api', routes: copyOf(PLUGIN_ROUTES[name]) as PluginRoute[] },
      admin: { type: 'admin', routes: [] as PluginRoute[] },
    },
    services: { ...services },
    policies: {} as Record<string, unknown>,
    middlewares: {} as Record<string, unknown>,
    contentTypes: Object.fromEntries(contentTypes) as object,
  }
}

/** Without shared parts: an extension changes one route and means no other. */
function copyOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
