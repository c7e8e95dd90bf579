/** `GET /api/slugify/slugs/:modelName/:slug`: one entry by its slug, as strapi-plugin-slugify 2.3 answers it. */
import type { ContentContext } from '../../../content/content-context.ts'
import { read } from '../../../content/read/read.ts'
import { PopulusError } from '../../../errors.ts'
import type { CustomRoute, RouteRequest } from '../../../http/extension/route-extension.ts'
import type { Access } from '../../../plan/access.ts'
import { may } from '../../../plan/access.ts'
import { parseText } from '../../../query/parse-text.ts'
import { isObject, type QueryObject } from '../../../query/query-value.ts'
import type { SlugModel, SlugModels } from './slug-models.ts'

const ACTION = 'plugin::slugify.slugController.findSlug'
const HEADERS = { 'content-type': 'application/json; charset=utf-8' }

export function slugRoute(prefix: string, { byName }: SlugModels, content: () => ContentContext): CustomRoute {
  const handle = async ({ caller, params, search }: RouteRequest) => {
    const access = await caller()
    allow(access, ACTION)
    const { modelName = '', slug = '' } = params
    const model = byName.get(modelName)
    if (model === undefined) throw new PopulusError('badRequest', { message: unknownModel(modelName) })
    allow(access, `${model.type.uid}.find`)
    const query = withSlug(parseText(search, content().limits), model, slug)
    const question = { type: model.type, access, query, search: JSON.stringify(query), target: 'first' as const }
    const { body } = await read(content(), question, { tags: undefined, fresh: false })
    return { status: 200, headers: HEADERS, body: body!.plain }
  }
  return { method: 'GET', path: `${prefix}/slugify/slugs/:modelName/:slug`, handle }
}

function allow(access: Access, action: string): void {
  if (!may(access, action)) throw new PopulusError('forbidden')
}

function unknownModel(name: string): string {
  return `${name} model name not found, all models must be defined in the settings and are case sensitive.`
}

/** The other filters of the query count as well. */
function withSlug(query: QueryObject, { field }: SlugModel, slug: string): QueryObject {
  const { filters } = query
  return { ...query, filters: { ...(isObject(filters) ? filters : {}), [field]: { $eq: slug } } }
}
