/** What strapi-plugin-slugify does, for projects that have it. */
import type { Config } from '../../../config/config.ts'
import type { ContentContext } from '../../../content/content-context.ts'
import { readObject } from '../../../content/read/read-objects.ts'
import { serverContent } from '../../../content/read/server-content.ts'
import type { ProjectCode } from '../../../extend/project-code.ts'
import type { CustomRoute } from '../../../http/extension/route-extension.ts'
import type { Schema } from '../../../schema/schema.ts'
import { createLifecycles } from '../entities/lifecycles.ts'
import { strapiModels } from '../strapi-models.ts'
import { slugListener } from './slug-listener.ts'
import { slugModels } from './slug-models.ts'
import { slugRoute } from './slug-route.ts'

export interface SlugifyPlugin {
  /** For `lifecycles.subscribe`. */
  readonly listener: object
  readonly routes: readonly CustomRoute[]
  readonly report: readonly string[]
  /** To be called before anything is written or asked. */
  connect(content: ContentContext): void
}

/** `undefined` for a project without the plugin. */
export function slugifyPlugin({ adopt, api }: Config, schema: Schema): SlugifyPlugin | undefined {
  const { slugify } = adopt
  if (slugify === null) return undefined
  const models = slugModels(slugify, schema)
  let content: ContentContext | undefined
  let stored: ContentContext | undefined
  const readStored = (model: { readonly type: Parameters<typeof readObject>[1] }, id: number) =>
    readObject(stored!, model.type, {}, id)
  return {
    listener: slugListener(slugify, models, readStored),
    routes: [slugRoute(api.prefix, models, () => content!)],
    report: models.report,
    connect: given => {
      content = given
      stored = serverContent(given)
    },
  }
}

/** The plugin alone, in a project that has no code of its own. */
export function slugifyAlone(config: Config, schema: Schema, report: readonly string[]): ProjectCode {
  const plugin = slugifyPlugin(config, schema)!
  const lifecycles = createLifecycles(strapiModels(schema))
  lifecycles.subscribe(plugin.listener)
  return {
    hooks: lifecycles.hooks,
    routes: { routes: plugin.routes },
    report: [...report, ...plugin.report],
    start: async ({ content }) => plugin.connect(content),
    stop: async () => undefined,
  }
}
