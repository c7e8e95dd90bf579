/** What takes the place of a file that the setting `adopt.ignore` names: what Strapi does without it. */
import { fileKey } from '../../../schema/snake-case.ts'
import type { Factories } from '../requests/factories.ts'
import type { StrapiModels } from '../strapi-types.ts'

export function ignoredFile(file: string, factories: Factories, { contentTypes }: StrapiModels): unknown {
  const [, api, part, name] = /^src\/api\/([^/]+)\/(\w+)\/(.+)\.[jt]s$/.exec(file) ?? []
  const uid = `api::${fileKey(api ?? '')}.${fileKey(name ?? '')}`
  const isType = contentTypes[uid] !== undefined
  if (part === 'controllers' && isType) return factories.createCoreController(uid)
  if (part === 'services' && isType) return factories.createCoreService(uid)
  if (part === 'routes') return isType ? factories.createCoreRouter(uid) : { routes: [] }
  if (part === 'policies' || /^src\/policies\//.test(file)) return () => true
  if (part === 'middlewares' || /^src\/middlewares\//.test(file))
    return () => (_: unknown, next: () => unknown) => next()
  if (/\/strapi-server\.[jt]s$/.test(file)) return (plugin: unknown) => plugin
  return {}
}
