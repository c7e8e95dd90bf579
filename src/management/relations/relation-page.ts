/** The entries that a relation of an entry leads to, page by page, also inside components and dynamic zones. */
import type { RelationPage, RelationValue } from '../../admin-api/content-api.ts'
import type { Json, JsonObject } from '../../admin-api/route-types.ts'
import { asValues, prepareRead } from '../../content/read/prepare-read.ts'
import { loadRows } from '../../content/read/rows/load-rows.ts'
import { PopulusError } from '../../errors.ts'
import { namesHidden } from '../../plan/access.ts'
import { coversPath } from '../../plan/placed-model.ts'
import { parseStrictly } from '../../query/parse-text.ts'
import type { QueryObject, QueryValue } from '../../query/query-value.ts'
import { type Model, modelOf, type RelationAttribute, type Schema } from '../../schema/schema.ts'
import { itemFields } from '../entries/entry-query.ts'
import { checkCovered, type ManagedType } from '../entries/managed-type.ts'
import { nameItems } from '../entries/name-related.ts'
import { type RawEntry, shapeValue } from '../entries/shape-values.ts'
import type { ManagementContext } from '../management-context.ts'
import { pageOf, titleFilters } from './pick-relations.ts'

/** `path` is `tags`, `seo.authors` or `blocks.2.links`. */
export async function relationPage(
  context: ManagementContext,
  managed: ManagedType,
  { id, path, search }: { readonly id: number; readonly path: string; readonly search: string },
): Promise<RelationPage> {
  await checkCovered(context, managed, 'read', [id])
  const { type, access, rights, grant } = managed
  const { schema, content, database, views } = context
  const steps = path.split('.')
  const names = steps.filter(step => !/^\d+$/.test(step))
  const attribute = relationAt(type, names, schema)
  if (attribute === undefined || !coversPath(grant.fields, names.join('.'))) throw new PopulusError('notFound')
  const query = parseStrictly(search, context.queryLimits)
  const view = await views.all()
  const titleField = (model: Model) => view(model).settings.mainField
  const target = schema.types.get(attribute.target)!
  const filters = await titleFilters(context, rights, target, query._q)
  const branch: QueryObject = {
    fields: itemFields(target, { access, titleField }),
    ...(filters.length === 0 ? {} : { filters: { $and: filters } }),
    ...(attribute.many ? { pagination: pageOf(query) } : {}),
  }
  const asked = asValues({ fields: ['id'], populate: nested(type, names, branch, schema) })
  const { program, toJson } = await prepareRead(content, { type, access, ...asked }, { kind: 'stored' })
  const json = toJson(await database.read(loadRows(program, database.dialect, { entryIds: [id] }), {}))
  if (json === null) throw new PopulusError('notFound')
  const stored = (JSON.parse(json.toString()) as { data: RawEntry }).data
  const found = follow(stored.attributes, steps)
  if (found === undefined) throw new PopulusError('notFound')
  const shaping = { schema, titleField, namesHidden: (uid: string) => namesHidden(access, uid) }
  const { items } = shapeValue(attribute, found, shaping) as RelationValue
  const hidden = items.filter(({ readable }) => readable === false).map(item => item.id)
  const named = await nameItems(context, access, { uid: attribute.target, ids: hidden })
  const data = items.map(item => named.find(({ id: other }) => other === item.id) ?? item)
  const { meta } = found as unknown as { meta?: RelationPage['meta'] }
  const whole = { page: 1, pageSize: 1, pageCount: items.length, total: items.length }
  return { data, meta: meta ?? { pagination: whole } }
}

function relationAt(model: Model, names: readonly string[], schema: Schema): RelationAttribute | undefined {
  const [name = '', ...rest] = names
  const attribute = model.attributes.get(name)
  if (attribute?.kind === 'relation')
    return rest.length === 0 && !attribute.target.startsWith('admin::') ? attribute : undefined
  if (attribute?.kind === 'component') return relationAt(modelOf(schema, attribute.target), rest, schema)
  if (attribute?.kind !== 'zone') return undefined
  for (const uid of attribute.components) {
    const found = relationAt(modelOf(schema, uid), rest, schema)
    if (found !== undefined) return found
  }
  return undefined
}

/** `populate` for one branch. In a zone, every component that has the relation. */
function nested(model: Model, names: readonly string[], branch: QueryObject, schema: Schema): QueryObject {
  const [name = '', ...rest] = names
  const attribute = model.attributes.get(name)
  if (attribute?.kind === 'component')
    return { [name]: { fields: ['id'], populate: nested(modelOf(schema, attribute.target), rest, branch, schema) } }
  if (attribute?.kind !== 'zone') return { [name]: branch }
  const parts = attribute.components.map(uid => [uid, partOf(modelOf(schema, uid), rest, branch, schema)] as const)
  return { [name]: { on: Object.fromEntries(parts) } }
}

function partOf(part: Model, rest: readonly string[], branch: QueryObject, schema: Schema): QueryValue {
  const has = relationAt(part, rest, schema) !== undefined
  return { fields: ['id'], ...(has ? { populate: nested(part, rest, branch, schema) } : {}) }
}

function follow(value: Json | undefined, steps: readonly string[]): Json | undefined {
  const [step, ...rest] = steps
  if (step === undefined || value === undefined || value === null || typeof value !== 'object') return value
  return follow(Array.isArray(value) ? value[Number(step)] : (value as JsonObject)[step], rest)
}
