/** What the code of a plugin says about its content types. The code is loaded and not called. */
import { relative, sep } from 'node:path'
import { createModuleLoader } from '../run/load/module-loader.ts'
import { pluginServer } from '../run/load/plugin-server.ts'
import { providedModules } from '../run/load/provided-modules.ts'
import { ANYTHING } from '../run/no-server.ts'
import { createFactories } from '../run/requests/factories.ts'

/** By name, as the plugin exports them. */
export function pluginContentTypes(folder: string, path: string): unknown {
  const factories = createFactories(ANYTHING, () => ANYTHING)
  const provided = providedModules({ folder, factories, entities: () => ANYTHING })
  const loader = createModuleLoader({ folder, strapi: ANYTHING, provided })
  Object.assign(globalThis, { strapi: ANYTHING })
  return pluginServer(loader.load(relative(folder, path).split(sep).join('/'))).contentTypes
}
