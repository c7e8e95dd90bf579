/** What a plan reads, as a tree. */
import type { ReadPart } from '../../admin-api/explain-api.ts'
import type { ChildPlan, EntryPlan } from '../../plan/read/read-plan.ts'

export function readTree({ model, scalars, children }: EntryPlan, name: string | null = null): ReadPart {
  return {
    name,
    type: model.uid,
    fields: scalars.map(scalar => scalar.name),
    parts: children.flatMap(partsOf),
  }
}

/** A dynamic zone has one part for each of its components. */
function partsOf(child: ChildPlan): readonly ReadPart[] {
  const { name } = child.attribute
  if (child.kind === 'link') return [readTree(child.entry, name)]
  if (child.kind === 'count') return [{ name, type: child.target.uid, fields: [], parts: [], counted: true }]
  return [...child.variants.values()].map(({ entry }) => readTree(entry, name))
}
