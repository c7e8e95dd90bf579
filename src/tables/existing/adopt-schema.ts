/**
 * Schema + found tables -> the schema as this database can serve it. What the database lacks is `null` and reads as
 * empty: older versions of Strapi made fewer columns, and schema files may be ahead of their database (ADOPT 1.3).
 */
import {
  type Attribute,
  type Component,
  type ContentType,
  type Model,
  modelOf,
  type RelationAttribute,
  type Schema,
} from '../../schema/schema.ts'
import { type Adopted, adoptLinkTable } from './adopt-link.ts'
import type { FoundTables } from './inspect-tables.ts'

export interface AdoptedSchema {
  readonly schema: Schema
  /** What is missing, one line each, for the operator. */
  readonly report: readonly string[]
}

export function adoptSchema(schema: Schema, found: FoundTables): AdoptedSchema {
  const lines = new Set<string>()
  const adopt = <M extends ContentType | Component>(model: M): M => {
    const adopted = adoptModel(schema, model, found)
    for (const line of adopted.lines) lines.add(line)
    return adopted.value
  }
  const bound = Object.freeze({
    types: new Map([...schema.types].map(([uid, type]) => [uid, adopt(type)])),
    components: new Map([...schema.components].map(([uid, component]) => [uid, adopt(component)])),
  })
  return Object.freeze({ schema: bound, report: Object.freeze([...lines]) })
}

function adoptModel<M extends Model>(schema: Schema, model: M, found: FoundTables): Adopted<M> {
  const present = found.table(model.tableName) !== undefined
  const adopted = [...model.attributes.values()].map(attribute => adoptAttribute({ schema, model, found }, attribute))
  const attributes = new Map(adopted.map(({ value }) => [value.name, value]))
  const grown = present ? columnOrder(model, found) : {}
  const value: M = Object.freeze<M>({ ...model, table: present ? model.tableName : null, attributes, ...grown })
  // If the table is missing, all of its columns are: one line is enough.
  const lines = present
    ? adopted.flatMap(attribute => attribute.lines)
    : [`no table ${model.tableName}: reads as empty`]
  return { value, lines }
}

/** A column that was added later is the last one of its table, wherever its attribute is in the file. */
function columnOrder(model: Model, found: FoundTables): Pick<Model, 'columnOrder'> {
  const scalars = [...model.attributes.values()].flatMap(attribute =>
    attribute.kind === 'scalar' && attribute.column !== null
      ? [{ name: attribute.name, place: found.columnPlace(model.tableName, attribute.column) }]
      : [],
  )
  const ordered = scalars.toSorted((a, b) => (a.place === b.place ? 0 : a.place - b.place))
  const isSame = ordered.every(({ name }, index) => name === scalars[index]!.name)
  return isSame ? {} : { columnOrder: Object.freeze(ordered.map(({ name }) => name)) }
}

interface Place {
  readonly schema: Schema
  readonly model: Model
  readonly found: FoundTables
}

function adoptAttribute(place: Place, attribute: Attribute): Adopted<Attribute> {
  switch (attribute.kind) {
    case 'scalar': {
      const { column } = attribute
      if (column === null || place.found.hasColumn(place.model.tableName, column))
        return { value: attribute, lines: [] }
      return { value: Object.freeze({ ...attribute, column: null }), lines: [missing(place.model.tableName, column)] }
    }
    case 'relation':
      return withLink(attribute, adoptRelation(place, attribute))
    case 'media':
    case 'component':
      return withLink(attribute, adoptTableTo(place, attribute.target, attribute.link))
    case 'zone':
      return withLink(attribute, attribute.link === null ? NONE : adoptLinkTable(attribute.link, place.found))
    case 'morph':
      return withLink(attribute, adoptMorph(place, attribute.link))
  }
}

const NONE: Adopted<null> = { value: null, lines: [] }

const missing = (table: string, column: string): string => `no column ${table}.${column}: reads as null`

function withLink<A extends Attribute & { readonly link: unknown }>(
  attribute: A,
  link: Adopted<A['link']>,
): Adopted<A> {
  return { value: Object.freeze({ ...attribute, link: link.value }), lines: link.lines }
}

function adoptRelation(place: Place, attribute: RelationAttribute): Adopted<RelationAttribute['link']> {
  const { link, target } = attribute
  if (link === null) return NONE
  switch (link.kind) {
    case 'table':
      return adoptTableTo(place, target, link)
    case 'parent-column':
      return adoptColumns(place, place.model.tableName, [link.column], link)
    case 'child-column': {
      const table = modelOf(place.schema, target).tableName
      return adoptColumns(place, table, [link.column, ...link.fixed.map(({ column }) => column)], link)
    }
  }
}

/** A link table is useless when the children's own table is missing. That is reported with the model. */
function adoptTableTo<L extends Parameters<typeof adoptLinkTable>[0]>(
  { schema, found }: Place,
  target: string,
  link: L | null,
): Adopted<L | null> {
  if (link === null || found.table(modelOf(schema, target).tableName) === undefined) return NONE
  return adoptLinkTable(link, found)
}

function adoptColumns<L>({ found }: Place, table: string, columns: readonly string[], link: L): Adopted<L | null> {
  const absent = columns.filter(column => !found.hasColumn(table, column))
  return absent.length === 0
    ? { value: link, lines: [] }
    : { value: null, lines: absent.map(column => missing(table, column)) }
}

function adoptMorph(
  place: Place,
  link: Extract<Attribute, { kind: 'morph' }>['link'],
): Adopted<Extract<Attribute, { kind: 'morph' }>['link']> {
  if (link === null) return NONE
  if (link.kind === 'table') return adoptLinkTable(link, place.found)
  return adoptColumns(place, place.model.tableName, [link.idColumn, link.typeColumn], link)
}
