/** What a plan reads, as a tree. */
import type { ReadPart } from '../../admin-api/explain-api.ts'
import type { ChildPlan, EntryPlan, ScalarPlan } from '../../plan/read/read-plan.ts'

export function readTree({ model, scalars, children }: EntryPlan, name: string | null = null): ReadPart {
  return {
    name,
    type: model.uid,
    fields: scalars.flatMap(fieldNames),
    parts: children.flatMap(partsOf),
  }
}

/** Of a JSON value, the parts that are shown: `facts.serves`. */
function fieldNames({ name, view }: ScalarPlan): readonly string[] {
  return view?.kind === 'parts' ? view.paths.map(path => [name, ...path].join('.')) : [name]
}

/** A dynamic zone has one part for each of its components. */
function partsOf(child: ChildPlan): readonly ReadPart[] {
  const { name } = child.attribute
  const required = child.required === true ? { required: true } : {}
  switch (child.kind) {
    case 'link':
      return [{ ...readTree(child.entry, name), ...(child.idsOnly ? { shows: 'ids' } : {}), ...required }]
    case 'count':
      return [{ name, type: child.target.uid, fields: [], parts: [], counted: true, shows: child.shows, ...required }]
    case 'variant':
      return [...child.variants.values()].map(variant => ({
        ...readTree(variant.entry, name),
        ...(variant.required === true ? { required: true } : required),
      }))
    default:
      return child satisfies never
  }
}
