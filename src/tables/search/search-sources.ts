/** The tables whose text is indexed: of content types, and of what their paths lead to. */
import { type Model, modelOf, type ScalarAttribute, type ScalarType, type Schema } from '../../schema/schema.ts'
import type { SearchPath } from '../../schema/search/search-path.ts'
import { fieldMark } from '../../sql/search/search-tokens.ts'

export interface SearchSource {
  readonly table: string
  readonly fields: readonly SearchField[]
  /** Changes with everything that decides what the index has of the table. */
  readonly definition: string
}

export interface SearchField {
  readonly column: string
  readonly type: ScalarType
  readonly mark: string
}

/** Raised when the same text would be indexed differently. */
const INDEX_VERSION = 1

export function searchSources(schema: Schema): readonly SearchSource[] {
  const tables = new Map<string, Map<string, SearchField>>()
  for (const type of schema.types.values()) {
    for (const path of type.search) {
      const found = endOf(path, type, schema)
      if (found === null) continue
      const fields = tables.get(found.table) ?? new Map<string, SearchField>()
      tables.set(found.table, fields)
      fields.set(found.field.column, found.field)
    }
  }
  return [...tables].map(([table, fields]) => sourceOf(table, [...fields.values()]))
}

function sourceOf(table: string, found: readonly SearchField[]): SearchSource {
  const fields = [...found].sort((a, b) => (a.column < b.column ? -1 : 1))
  const definition = JSON.stringify([INDEX_VERSION, ...fields.map(({ column, type }) => [column, type])])
  return Object.freeze({ table, fields: Object.freeze(fields), definition })
}

/** `null` if the database lacks a part of it. */
function endOf(
  { hops, attribute }: SearchPath,
  start: Model,
  schema: Schema,
): { readonly table: string; readonly field: SearchField } | null {
  let model = start
  for (const { name, component } of hops) {
    const step = model.attributes.get(name)
    const uid = component ?? (step !== undefined && 'target' in step ? step.target : undefined)
    if (uid === undefined) return null
    model = modelOf(schema, uid)
  }
  const last = model.attributes.get(attribute) as ScalarAttribute
  const { table } = model
  if (table === null || last.column === null) return null
  return { table, field: { column: last.column, type: last.type, mark: fieldMark(table, last.column) } }
}
