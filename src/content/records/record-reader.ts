/** The statements that read a model's rows and everything stored around them. Compiled once per export. */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import {
  type Attribute,
  type ComponentAttribute,
  type LinkTable,
  type Model,
  modelOf,
  type ScalarType,
  type Schema,
  type ZoneAttribute,
} from '../../schema/schema.ts'
import { morphTableNames } from '../../schema/table-names.ts'
import { column, type Fragment, join, literal, name, oneId, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row, Statement } from '../../sql/statement.ts'
import { conditionOn, inverseOrderColumn, type Selection } from './record-selection.ts'

/** Entries read at a time. Memory holds only a few such pages. */
export const PAGE = 200

/** How to find the value of an attribute: in the row itself, by a statement over the parents' ids, or not at all. */
export type AttributeReader =
  | { readonly kind: 'row'; readonly name: string; readonly width: number; toJson(values: Row): string }
  /** Rows `[parent, ...]`, in the order in which each parent shows them. */
  | {
      readonly kind: 'references'
      readonly name: string
      readonly many: boolean
      readonly statement: Statement
      /** `null` for a reference to something outside the file. */
      toJson(row: Row): string | null
    }
  /** Rows `[parent, type, id]`. */
  | {
      readonly kind: 'components'
      readonly attribute: ComponentAttribute | ZoneAttribute
      readonly statement: Statement
    }
  | { readonly kind: 'nothing'; readonly name: string; readonly json: string }

export interface RecordReader {
  readonly model: Model
  /** In the order of the file. */
  readonly attributes: readonly AttributeReader[]
  /** Rows `[id, ...]` after an id; `null` if the database has no such table. */
  readonly page: Statement | null
  /** Rows `[id, ...]` of the given ids. */
  readonly byIds: Statement | null
}

export interface ReaderContext {
  readonly schema: Schema
  readonly selection: Selection
  readonly dialect: SqlDialect
}

export function recordReader(context: ReaderContext, model: Model): RecordReader {
  const { dialect, selection } = context
  const attributes = selection.attributesOf(model).map(attribute => attributeReader(context, model, attribute))
  if (model.table === null) return { model, attributes, page: null, byIds: null }
  const columns = selection.attributesOf(model).flatMap(attribute => rowColumns(context, attribute))
  const rows = sql`select ${join([name('id'), ...columns])} from ${table(model.table)} as t`
  const chosen = conditionOn(selection, model, 't')
  return {
    model,
    attributes,
    page: dialect.compile(
      sql`${rows} where ${name('id')} > ${oneId()}${chosen} order by ${name('id')} limit ${literal(PAGE)}`,
    ),
    byIds: dialect.compile(sql`${rows} where ${dialect.inParents(name('id'))}`),
  }
}

/** As many columns as the attribute's reader expects. */
function rowColumns(context: ReaderContext, attribute: Attribute): readonly Fragment[] {
  const { dialect, schema, selection } = context
  if (attribute.kind === 'scalar') {
    return attribute.column === null
      ? []
      : [dialect.rows.select(ATTRIBUTE_TYPES[attribute.type].output, name(attribute.column))]
  }
  if (attribute.kind === 'relation' && attribute.link?.kind === 'parent-column') {
    const stored = name(attribute.link.column)
    const there = isMeant(selection, modelOf(schema, attribute.target), stored)
    return [there === null ? stored : sql`case when ${there} then ${stored} end`]
  }
  if (attribute.kind === 'morph' && attribute.link?.kind === 'columns') {
    const [type, id] = [name(attribute.link.typeColumn), name(attribute.link.idColumn)]
    const there = areMeant(selection, type, id)
    return [there === null ? type : sql`case when ${there} then ${type} end`, id]
  }
  return []
}

/** Whether a reference leads to an entry that is meant; `null` if all entries of its type are. */
function isMeant(selection: Selection, target: Model, id: Fragment): Fragment | null {
  const condition = target.kind === 'type' ? (selection.entriesOf?.(target, 'c') ?? null) : null
  if (condition === null) return null
  return sql`exists (select 1 from ${table(target.tableName)} as c where ${column('c', 'id')} = ${id} and ${condition})`
}

/** The same where the row says to which type the reference leads. */
function areMeant(selection: Selection, type: Fragment, id: Fragment): Fragment | null {
  const conditions = selection.types.flatMap(target => {
    const there = target.table === null ? null : isMeant(selection, target, id)
    return there === null ? [] : [sql`(${type} <> ${value(target.uid)} or ${there})`]
  })
  return conditions.length === 0 ? null : join(conditions, ' and ')
}

function attributeReader(context: ReaderContext, model: Model, attribute: Attribute): AttributeReader {
  const { dialect, schema } = context
  switch (attribute.kind) {
    case 'scalar': {
      if (attribute.column === null) return nothing(attribute)
      const { output } = ATTRIBUTE_TYPES[attribute.type]
      const inFile = FILE_FORMS[attribute.type] ?? (json => json)
      return row(attribute.name, 1, ([stored]) => inFile(dialect.rows.toJson(output, stored)))
    }
    case 'relation': {
      const { link, target } = attribute
      const type = target
      if (link?.kind === 'parent-column') {
        return row(attribute.name, 1, ([id]) => (id === null ? 'null' : reference({ type, id: Number(id) })))
      }
      const targetTable = modelOf(schema, target).table
      if (link?.kind !== 'table' || targetTable === null) return nothing(attribute)
      return linkReader(context, attribute, { link, targetTable, inverse: inverseOrderColumn(schema, attribute) })
    }
    case 'media': {
      const targetTable = modelOf(schema, attribute.target).table
      if (attribute.link === null || targetTable === null) return nothing(attribute)
      return linkReader(context, attribute, { link: attribute.link, targetTable, inverse: null })
    }
    case 'component':
    case 'zone':
      return attribute.link === null ? nothing(attribute) : componentReader(context, attribute, attribute.link)
    case 'morph':
      return morphReader(context, model, attribute)
  }
}

/** Types whose JSON differs between the file and an answer. */
const FILE_FORMS: Partial<Record<ScalarType, (json: string) => string>> = {
  password: json => (json === 'null' ? json : `{"hash":${json}}`),
  // PostgreSQL drops trailing zeros, so the two databases would write different files.
  time: json =>
    json.replace(TIME, (_, time: string, fraction = '') => `"${time}.${fraction.padEnd(3, '0').slice(0, 3)}"`),
}

const TIME = /^"(\d\d:\d\d:\d\d)(?:\.(\d+))?"$/

function row(attribute: string, width: number, toJson: (values: Row) => string): AttributeReader {
  return { kind: 'row', name: attribute, width, toJson }
}

function nothing(attribute: Attribute): AttributeReader {
  const many = attribute.kind === 'zone' || (attribute.kind !== 'scalar' && attribute.many)
  return { kind: 'nothing', name: attribute.name, json: many ? '[]' : 'null' }
}

function linkReader(
  { dialect, schema, selection }: ReaderContext,
  attribute: Attribute & { kind: 'relation' | 'media' },
  { link, targetTable, inverse }: { link: LinkTable; targetTable: string; inverse: string | null },
): AttributeReader {
  const orders = [link.orderColumn, inverse].map(order => (order === null ? sql`null` : column('l', order)))
  const child = column('l', link.childColumn)
  const statement = dialect.compile(sql`
    select ${join([column('l', link.parentColumn), child, ...orders])} from ${table(link.table)} as l
    join ${table(targetTable)} as c on ${column('c', 'id')} = ${child}${conditionOn(selection, modelOf(schema, attribute.target), 'c')}
    where ${parentsOf(link, dialect)} order by ${linkOrder(link, dialect)}`)
  const type = attribute.target
  return {
    kind: 'references',
    name: attribute.name,
    many: attribute.many,
    statement,
    toJson: ([, id, order, inverseOrder]) =>
      reference({
        type,
        id: Number(id),
        ...(link.orderColumn === null ? {} : { order: numberOrNull(order) }),
        ...(inverse === null ? {} : { inverseOrder: numberOrNull(inverseOrder) }),
      }),
  }
}

function componentReader(
  { dialect }: ReaderContext,
  attribute: ComponentAttribute | ZoneAttribute,
  link: LinkTable,
): AttributeReader {
  const type = attribute.kind === 'zone' && attribute.link !== null ? column('l', attribute.link.typeColumn) : null
  const uid = type ?? value(attribute.kind === 'component' ? attribute.target : '')
  // PostgreSQL does not infer a type for a bound value in a list of columns.
  const selected = type === null ? sql`cast(${uid} as text)` : uid
  const statement = dialect.compile(sql`
    select ${join([column('l', link.parentColumn), selected, column('l', link.childColumn)])} from ${table(link.table)} as l
    where ${parentsOf(link, dialect)} order by ${linkOrder(link, dialect)}`)
  return { kind: 'components', attribute, statement }
}

function morphReader(
  { dialect, selection }: ReaderContext,
  model: Model,
  attribute: Attribute & { kind: 'morph' },
): AttributeReader {
  const { link } = attribute
  const known = new Set([...selection.types, ...selection.components].map(({ uid }) => uid))
  if (link === null) return nothing(attribute)
  if (link.kind === 'columns') {
    return row(attribute.name, 2, ([type, id]) =>
      typeof type === 'string' && id !== null && known.has(type) ? reference({ type, id: Number(id) }) : 'null',
    )
  }
  const { fieldColumn } = morphTableNames({
    table: model.tableName,
    singularName: model.singularName,
    attribute: attribute.name,
  })
  const order = link.orderColumn === null ? sql`null` : column('l', link.orderColumn)
  const selected = [link.parentColumn, link.typeColumn, link.childColumn].map(stored => column('l', stored))
  const there = areMeant(selection, column('l', link.typeColumn), column('l', link.childColumn))
  const statement = dialect.compile(sql`
    select ${join([...selected, order, column('l', fieldColumn)])} from ${table(link.table)} as l
    where ${parentsOf(link, dialect)}${there === null ? sql`` : sql` and ${there}`} order by ${linkOrder(link, dialect)}`)
  return {
    kind: 'references',
    name: attribute.name,
    many: true,
    statement,
    toJson: ([, type, id, position, field]) =>
      typeof type === 'string' && id !== null && known.has(type)
        ? reference({
            type,
            id: Number(id),
            order: numberOrNull(position),
            ...(typeof field === 'string' ? { field } : {}),
          })
        : null,
  }
}

function parentsOf(link: LinkTable, dialect: SqlDialect): Fragment {
  const fixed = link.fixed.map(part => sql`${column('l', part.column)} = ${value(part.value)}`)
  return join([dialect.inParents(column('l', link.parentColumn)), ...fixed], ' and ')
}

function linkOrder(link: LinkTable, dialect: SqlDialect): Fragment {
  const stored = link.orderColumn === null ? [] : [column('l', link.orderColumn)]
  return join([...stored, link.rowKey === null ? dialect.rowOrder('l') : column('l', link.rowKey)])
}

const reference = (to: object): string => JSON.stringify(to)
const numberOrNull = (stored: unknown): number | null => (stored === null ? null : Number(stored))
