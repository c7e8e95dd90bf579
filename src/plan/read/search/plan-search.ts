/** `search` -> a SearchPlan. Only what the caller may read and filter by is searched. */
import { PopulusError } from '../../../errors.ts'
import { isProblem, type Problem, type PublicationState, type SearchRequest } from '../../../query/read-request.ts'
import type { Attribute, ContentType, Model, ScalarAttribute } from '../../../schema/schema.ts'
import type { SearchHop, SearchPath } from '../../../schema/search/search-path.ts'
import { modelAt } from '../../placed-model.ts'
import type { PlanContext } from '../../plan-context.ts'
import { visibleAttribute } from '../../visibility.ts'
import { blockAttribute } from '../conditions/block-attribute.ts'
import { visibleRows } from '../conditions/visible-rows.ts'
import type { OrderHop } from '../sort/order-hop.ts'
import type { SearchPlan, SearchWay } from './search-plan.ts'
import { searchTerms } from './search-terms.ts'

interface SearchScope {
  readonly context: PlanContext
  readonly publicationState: PublicationState
}

/** `null` if the parameter means nothing here. A plan without terms or ways finds nothing. */
export function planSearch(request: SearchRequest | Problem, type: ContentType, scope: SearchScope): SearchPlan | null {
  if (type.search.length === 0) return refuse(scope.context)
  if (isProblem(request)) throw request.error
  const sought = searchTerms(request, scope.context.settings)
  return { ...sought, ways: waysOf(type, scope), snippets: request.snippets }
}

const NO_INDEX = 'this content type is not indexed for search'
const INDEX_IT = 'to index it, write "pluginOptions": { "populus": { "search": true } } into its schema file'

/** In Strapi the parameter has no meaning, and a project may give it one. */
function refuse({ dialect }: PlanContext): null {
  if (dialect.typosAreErrors)
    throw new PopulusError('badValue', { parameter: 'search', problem: NO_INDEX }, { hint: INDEX_IT })
  return null
}

/** Attributes that are reached in the same way are looked at together. */
function waysOf(type: ContentType, scope: SearchScope): readonly SearchWay[] {
  const ways = new Map<string, SearchWay>()
  for (const path of type.search) {
    const found = follow(path, type, scope)
    if (found === null) continue
    const { hops, model, attribute } = found
    const name = JSON.stringify(path.hops)
    const known = ways.get(name)
    const attributes = [...(known?.attributes ?? []), { attribute, weight: path.weight }]
    ways.set(name, { hops, model, attributes })
  }
  return [...ways.values()]
}

interface Followed {
  readonly hops: readonly OrderHop[]
  readonly model: Model
  readonly attribute: ScalarAttribute
}

/** `null` if a part of the path does not exist for the caller. */
function follow(path: SearchPath, type: ContentType, { context, publicationState }: SearchScope): Followed | null {
  const hops: OrderHop[] = []
  let model: Model = type
  for (const step of path.hops) {
    const attribute = linked(visibleAttribute(model, step.name, context, 'filter'), step)
    if (attribute === undefined) return null
    model = modelAt(model, step.name, attribute.target, context)
    hops.push({ attribute, target: model, visible: visibleRows(model, publicationState, context) })
  }
  const attribute = visibleAttribute(model, path.attribute, context, 'filter')
  return attribute?.kind === 'scalar' ? { hops, model, attribute } : null
}

function linked(attribute: Attribute | undefined, { component }: SearchHop): OrderHop['attribute'] | undefined {
  if (attribute === undefined || attribute.kind === 'scalar' || attribute.kind === 'morph') return undefined
  if (attribute.kind !== 'zone') return attribute
  return component === undefined ? undefined : blockAttribute(attribute, component)
}
