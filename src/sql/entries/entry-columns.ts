/** The columns of an entry's row, and the places of its keys. */
import type { EntryPlan, ScalarPlan } from '../../plan/read/read-plan.ts'
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { EntryColumns } from '../compile-link.ts'
import { column, sql } from '../fragment.ts'
import type { PackedScalar } from '../row-format.ts'

/** The columns of an entry's row: its id and the keys of its children, then the scalars. */
export function entryColumns({ scalars, children }: EntryPlan): EntryColumns {
  const keys = keyColumns(children)
  return {
    keys: ['key', ...keys.values()],
    scalars: scalars.map(packedScalar),
    values: (alias, ...more) => [
      column(alias, 'id'),
      ...[...keys.keys()].map(key => column(alias, key)),
      ...more,
      ...scalars.map(({ column: stored }) => (stored === null ? sql`null` : column(alias, stored))),
    ],
  }
}

/** Equal for entries whose rows have the same columns. */
export function columnsName({ scalars, children }: EntryPlan): string {
  const columns = scalars.map(({ name, type, column: stored, view }) => [name, type, stored, view])
  return JSON.stringify([[...keyColumns(children).keys()], columns], (_name, value) =>
    value instanceof Set ? [...value] : value,
  )
}

export function packedScalar({ name: scalar, type, view }: ScalarPlan): PackedScalar {
  return { name: scalar, form: ATTRIBUTE_TYPES[type].output, view }
}

/** Columns of the row itself that refer to children (`created_by_id`, `target_id`, `target_type`). */
export function keyColumns(children: EntryPlan['children']): ReadonlyMap<string, 'key' | 'name'> {
  return new Map(
    children.flatMap(({ attribute: { link } }): [string, 'key' | 'name'][] => {
      if (link?.kind === 'parent-column') return [[link.column, 'key']]
      return link?.kind === 'columns'
        ? [
            [link.idColumn, 'key'],
            [link.typeColumn, 'name'],
          ]
        : []
    }),
  )
}

export function keyIndex(entry: EntryPlan, key: string): number {
  return 1 + [...keyColumns(entry.children).keys()].indexOf(key)
}
