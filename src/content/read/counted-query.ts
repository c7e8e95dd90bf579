/** The record in which the answers of a query are counted. Found once, when the query is planned. */
import type { QueryUse } from '../../kept/use/query-use.ts'
import { comparedFields } from '../../plan/cost/compared-fields.ts'
import type { ReadPlan } from '../../plan/read/read-plan.ts'
import type { ReadTarget } from '../../plan/read/read-target.ts'
import type { QueryObject } from '../../query/query-value.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { ContentContext } from '../content-context.ts'
import { queryShape } from './query-shape.ts'

interface PlannedQuery {
  readonly type: ContentType
  readonly query: QueryObject
  readonly target: ReadTarget | { readonly kind: 'aggregate' }
  readonly plan: Pick<ReadPlan, 'where' | 'order' | 'cost'>
}

export function countedQuery(
  { inventory }: Pick<ContentContext, 'inventory'>,
  { type: { uid }, query, target, plan }: PlannedQuery,
): QueryUse | undefined {
  const fields = () => comparedFields(plan).map(({ attribute, use }) => ({ type: uid, field: attribute.name, use }))
  const name = target.kind === 'unique' ? `${target.field}:` : target.kind
  return inventory?.of({ type: uid, target: name, text: queryShape(query) }, fields, plan.cost)
}
