/**
 * How many entries an answer will show. An entry with many parents is loaded once but shown under each of them, so a few
 * rows can make an endless answer (author, articles, their author, that author's articles, ...).
 */
import type { ChildProgram, EntryProgram } from '../sql/read-program.ts'
import type { PackedRow, RowKey } from '../sql/statement.ts'
import { lazyMap } from '../util/lazy-map.ts'
import type { LoadedRows } from './loaded-rows.ts'

export type Counter = (row: PackedRow) => number

/** How many entries a row is shown with, itself included. Visits each row once for every place in the tree, however often it is shown there. */
export function entryCounter({ children }: EntryProgram, groups: LoadedRows['groups']): Counter {
  const counters = children.map(child => childCounter(child, groups))
  const known = new Map<PackedRow, number>()
  return row => {
    const before = known.get(row)
    if (before !== undefined) return before
    const count = counters.reduce((sum, counter) => sum + counter(row), 1)
    known.set(row, count)
    return count
  }
}

function childCounter(child: ChildProgram, groups: LoadedRows['groups']): Counter {
  switch (child.kind) {
    case 'link': {
      const counter = entryCounter(child.entry, groups)
      const shown = groups[child.slot]
      const most = child.plan.attribute.many ? Number.POSITIVE_INFINITY : 1
      return row => {
        const rows = shown?.get(row.keys[child.keyIndex]) ?? []
        return rows.slice(0, most).reduce((sum, item) => sum + counter(item), 0)
      }
    }
    case 'count':
      return () => 0
    case 'variant': {
      const counters = lazyMap(child.plan.variants, uid => {
        const { entry, slot } = child.variants.get(uid)!
        const counter = entryCounter(entry, groups)
        return (id: RowKey | undefined) => (groups[slot]?.get(id) ?? []).reduce((sum, row) => sum + counter(row), 0)
      })
      const { own } = child
      const count = (type: RowKey | undefined, id: RowKey | undefined) => counters.get(type as string)?.(id) ?? 0
      if (own !== null) return ({ keys }) => count(keys[own.typeIndex], keys[own.idIndex])
      return row =>
        (groups[child.slot]?.get(row.keys[0]) ?? []).reduce((sum, { keys: [, type, id] }) => sum + count(type, id), 0)
    }
    default:
      return child satisfies never
  }
}
