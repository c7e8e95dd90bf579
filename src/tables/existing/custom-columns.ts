/**
 * Custom fields: only the plugin's code knows the type they are stored in. In a database that has the column, the column
 * decides; a guess could read JSON as text, or write text where JSON is expected.
 */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { ColumnKind } from '../../schema/column-kind.ts'
import type { Attribute, Component, ContentType, ScalarType, Schema } from '../../schema/schema.ts'
import type { StoredColumns } from './stored-kinds.ts'

export interface ResolvedFields {
  readonly schema: Schema
  /** One line for each custom field whose column has another type than was assumed. */
  readonly report: readonly string[]
}

export function resolveCustomFields(schema: Schema, columns: StoredColumns): ResolvedFields {
  const report: string[] = []
  const resolve = <M extends ContentType | Component>(model: M): M => {
    const changed = [...model.attributes].flatMap(([name, attribute]) => {
      const resolved = resolvedField(attribute, model.tableName, columns)
      if (resolved === undefined) return []
      const field = String(attribute.definition.customField)
      report.push(`${model.uid}, ${name}: the custom field ${field} is read as ${resolved.type}, like its column`)
      return [[name, resolved] as const]
    })
    if (changed.length === 0) return model
    return Object.freeze<M>({ ...model, attributes: new Map([...model.attributes, ...changed]) })
  }
  const types = new Map([...schema.types].map(([uid, type]) => [uid, resolve(type)]))
  const components = new Map([...schema.components].map(([uid, component]) => [uid, resolve(component)]))
  return { schema: Object.freeze({ types, components }), report }
}

function resolvedField(attribute: Attribute, table: string, columns: StoredColumns) {
  if (attribute.kind !== 'scalar' || attribute.definition.type !== 'customField') return undefined
  const kind = columns.column(table, attribute.column!)?.kind ?? null
  if (kind === null || ATTRIBUTE_TYPES[attribute.type].column === kind) return undefined
  const type = TYPES[kind]
  return type === undefined ? undefined : Object.freeze({ ...attribute, type })
}

const TYPES: Readonly<Partial<Record<ColumnKind, ScalarType>>> = {
  varchar: 'string',
  text: 'text',
  json: 'json',
  integer: 'integer',
  bigint: 'biginteger',
  double: 'float',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
}
