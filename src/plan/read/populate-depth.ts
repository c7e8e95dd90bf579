/** The number of populate levels below an entry. */
import type { ChildPlan, EntryPlan } from './read-plan.ts'

export function populateDepth(entry: EntryPlan, known = new Map<EntryPlan, number>()): number {
  const before = known.get(entry)
  if (before !== undefined) return before
  const below = entry.children.flatMap(entriesBelow).map(child => 1 + populateDepth(child, known))
  const depth = Math.max(0, ...below)
  known.set(entry, depth)
  return depth
}

function entriesBelow(child: ChildPlan): readonly EntryPlan[] {
  switch (child.kind) {
    case 'link':
      return [child.entry]
    case 'count':
      return []
    case 'variant':
      return [...child.variants.values()].map(({ entry }) => entry)
    default:
      return child satisfies never
  }
}
