/** `populate[subject]=false`: Strapi populates a morph relation nevertheless. */
import { type Attribute, type Model, modelOf, type Schema } from '../../src/schema/schema.ts'
import type { Query, QueryPart } from '../properties/query-generator.ts'

const OFF: readonly QueryPart[] = ['false', 'f', '0', '']

/** The query without the morph relations that are not to be populated. */
export function withoutMorphsOff(query: Query, type: Model, schema: Schema): Query {
  return query.populate === undefined ? query : { ...query, populate: strip(query.populate, [type], schema) }
}

function strip(populate: QueryPart, models: readonly Model[], schema: Schema): QueryPart {
  if (!isObject(populate)) return populate
  const kept = Object.entries(populate).flatMap(([name, branch]): [string, QueryPart][] => {
    const attributes = models.flatMap(model => model.attributes.get(name) ?? [])
    if (OFF.includes(branch) && attributes.some(({ kind }) => kind === 'morph')) return []
    return [[name, stripBranch(branch, attributes, schema)]]
  })
  return Object.fromEntries(kept)
}

function stripBranch(branch: QueryPart, attributes: readonly Attribute[], schema: Schema): QueryPart {
  if (!isObject(branch)) return branch
  const options: Record<string, QueryPart> = { ...branch }
  if (branch.populate !== undefined) {
    const targets = attributes.flatMap(attribute => targetsOf(attribute, schema))
    const left = strip(branch.populate, targets, schema)
    // An empty object has no place in an address.
    if (isEmpty(left) && !isEmpty(branch.populate)) delete options.populate
    else options.populate = left
  }
  if (isObject(branch.on)) {
    const stripped = Object.entries(branch.on).map(([uid, inner]): [string, QueryPart] => {
      const model = schema.types.get(uid) ?? schema.components.get(uid)
      if (!isObject(inner) || inner.populate === undefined || model === undefined) return [uid, inner]
      return [uid, { ...inner, populate: strip(inner.populate, [model], schema) }]
    })
    options.on = Object.fromEntries(stripped)
  }
  return isEmpty(options) && !isEmpty(branch) ? 'true' : options
}

/** The models of the rows that an attribute leads to. */
export function targetsOf(attribute: Attribute, schema: Schema): readonly Model[] {
  if (attribute.kind === 'scalar') return []
  if ('target' in attribute) return [modelOf(schema, attribute.target)]
  return attribute.kind === 'zone' ? attribute.components.map(uid => modelOf(schema, uid)) : [...schema.types.values()]
}

function isEmpty(part: QueryPart): boolean {
  return isObject(part) && Object.keys(part).length === 0
}

function isObject(part: QueryPart | undefined): part is { readonly [key: string]: QueryPart } {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}
