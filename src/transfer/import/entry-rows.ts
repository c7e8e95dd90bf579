/** A checked entry -> the rows that store it: first its own and those of its components, later its links. */

import { inverseOrderColumn, type Selection } from '../../content/records/record-selection.ts'
import { scalarValue } from '../../plan/write/scalar-value.ts'
import type { JsonObject } from '../../schema/json-value.ts'
import type { Attribute, LinkTable, Model, ScalarAttribute, Schema } from '../../schema/schema.ts'
import { COMPONENT_COLUMNS, morphTableNames } from '../../schema/table-names.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { SqlValue } from '../../sql/statement.ts'
import type { Reference } from '../export-format.ts'
import { componentsIn, type FileEntry, referencesIn } from './check-imported-entry.ts'

export type RowWrite =
  | { readonly kind: 'insert'; readonly table: string; readonly values: Readonly<Record<string, SqlValue>> }
  | {
      readonly kind: 'update'
      readonly table: string
      readonly id: SqlValue
      readonly values: Readonly<Record<string, SqlValue>>
    }

export interface RowContext {
  readonly schema: Schema
  readonly selection: Selection
  readonly dialect: SqlDialect
  /** Maps an id of the file to the id in this database. Throws if there is none. */
  idOf(uid: string, id: number): number
  /** True for an entry that this database already has. */
  isThere(uid: string, id: number): boolean
  hashPassword(plain: string): Promise<string>
  /** The creation time of entries that have none. */
  readonly now: Date
}

interface Owner {
  readonly model: Model
  /** In this database. */
  readonly id: number
  readonly members: JsonObject
}

/** The entry's row and those of its components, each with its id, and the rows that connect them. */
export async function entryRows(
  context: RowContext,
  { type, id, attributes }: FileEntry,
): Promise<readonly RowWrite[]> {
  const dates = Object.fromEntries(
    ['createdAt', 'updatedAt']
      .filter(name => type.attributes.has(name) && attributes[name] === undefined)
      .map(name => [name, context.now.toISOString()]),
  )
  const owner = { model: type, id: context.idOf(type.uid, id), members: { ...attributes, ...dates } }
  if (!context.isThere(type.uid, id)) return ownRows(context, owner)
  const [own, ...rest] = await ownRows(context, owner)
  const { id: stored = owner.id, ...values } = own!.values
  return Object.keys(values).length === 0 ? rest : [{ kind: 'update', table: own!.table, id: stored, values }, ...rest]
}

/** The links of the entry and of its components. */
export function linkRows(context: RowContext, { type, id, attributes }: FileEntry): readonly RowWrite[] {
  return linksOf(context, { model: type, id: context.idOf(type.uid, id), members: attributes })
}

async function ownRows(context: RowContext, owner: Owner): Promise<readonly RowWrite[]> {
  const { model, members } = owner
  const values: Record<string, SqlValue> = { id: integer(context, owner.id) }
  const around: RowWrite[] = []
  for (const attribute of context.selection.attributesOf(model)) {
    const given = members[attribute.name]
    if (attribute.kind === 'scalar') {
      if (attribute.column !== null && given !== undefined)
        values[attribute.column] = await stored(context, attribute, given)
    } else if ((attribute.kind === 'component' || attribute.kind === 'zone') && attribute.link !== null) {
      around.push(...(await componentRows(context, owner, { attribute, link: attribute.link })))
    }
  }
  return [{ kind: 'insert', table: model.tableName, values }, ...around]
}

async function componentRows(
  context: RowContext,
  owner: Owner,
  { attribute, link }: { attribute: Attribute & { kind: 'component' | 'zone' }; link: LinkTable },
): Promise<readonly RowWrite[]> {
  const rows: RowWrite[] = []
  const ordered = attribute.kind === 'zone' || attribute.many
  for (const [index, component] of componentsIn(context.schema, attribute, owner.members[attribute.name]).entries()) {
    const id = context.idOf(component.model.uid, component.id)
    rows.push(...(await ownRows(context, { model: component.model, id, members: component.members })))
    rows.push(
      linkRow(context, link, {
        parent: owner.id,
        child: id,
        order: ordered ? index + 1 : null,
        more: { [COMPONENT_COLUMNS.type]: component.model.uid },
      }),
    )
  }
  return rows
}

function linksOf(context: RowContext, owner: Owner): readonly RowWrite[] {
  const attributes = context.selection.attributesOf(owner.model)
  const own = Object.assign(
    {},
    ...attributes.map(attribute =>
      isLinking(attribute) ? ownColumns(context, attribute, referencesIn(owner.members[attribute.name])) : {},
    ),
  ) as Readonly<Record<string, SqlValue>>
  const rows = attributes.flatMap(attribute => rowsAround(context, owner, attribute))
  if (Object.keys(own).length === 0) return rows
  return [{ kind: 'update', table: owner.model.tableName, id: integer(context, owner.id), values: own }, ...rows]
}

/** The links of one attribute. For components: the links inside them. */
function rowsAround(context: RowContext, owner: Owner, attribute: Attribute): readonly RowWrite[] {
  const given = owner.members[attribute.name]
  if (isLinking(attribute)) {
    return referencesIn(given).flatMap((reference, index) => {
      const row = referenceRow(context, owner, attribute, { reference, index })
      return row === null ? [] : [row]
    })
  }
  if (attribute.kind === 'scalar' || attribute.link === null) return []
  return componentsIn(context.schema, attribute, given).flatMap(({ model, id, members }) =>
    linksOf(context, { model, id: context.idOf(model.uid, id), members }),
  )
}

type LinkingAttribute = Attribute & { readonly kind: 'relation' | 'media' | 'morph' }

function isLinking(attribute: Attribute): attribute is LinkingAttribute {
  return attribute.kind === 'relation' || attribute.kind === 'media' || attribute.kind === 'morph'
}

/** References that are stored in columns of the owner's row. */
function ownColumns(
  context: RowContext,
  attribute: LinkingAttribute,
  [reference]: readonly Reference[],
): Readonly<Record<string, SqlValue>> {
  if (reference === undefined || attribute.link === null) return {}
  const id = integer(context, context.idOf(reference.type, reference.id))
  if (attribute.link.kind === 'parent-column') return { [attribute.link.column]: id }
  if (attribute.link.kind !== 'columns') return {}
  return { [attribute.link.idColumn]: id, [attribute.link.typeColumn]: reference.type }
}

function referenceRow(
  context: RowContext,
  owner: Owner,
  attribute: LinkingAttribute,
  { reference, index }: { reference: Reference; index: number },
): RowWrite | null {
  const { link } = attribute
  if (link?.kind !== 'table') return null
  const child = context.idOf(reference.type, reference.id)
  const order = reference.order === undefined ? index + 1 : reference.order
  return linkRow(context, link, {
    parent: owner.id,
    child,
    order,
    more: moreColumns(context, owner.model, attribute, reference),
  })
}

function moreColumns(
  context: RowContext,
  model: Model,
  attribute: LinkingAttribute,
  reference: Reference,
): Readonly<Record<string, SqlValue>> {
  if (attribute.kind === 'relation') {
    const inverse = inverseOrderColumn(context.schema, attribute)
    return inverse === null ? {} : { [inverse]: float(context, reference.inverseOrder ?? null) }
  }
  if (attribute.kind !== 'morph' || attribute.link?.kind !== 'table') return {}
  const { tableName: table, singularName } = model
  const { fieldColumn } = morphTableNames({ table, singularName, attribute: attribute.name })
  return { [attribute.link.typeColumn]: reference.type, [fieldColumn]: reference.field ?? null }
}

interface LinkEnds {
  readonly parent: number
  readonly child: number
  readonly order: number | null
  readonly more: Readonly<Record<string, SqlValue>>
}

function linkRow(context: RowContext, link: LinkTable, { parent, child, order, more }: LinkEnds): RowWrite {
  const values = {
    [link.parentColumn]: integer(context, parent),
    [link.childColumn]: integer(context, child),
    ...Object.fromEntries(link.fixed.map(part => [part.column, part.value])),
    ...(link.orderColumn === null ? {} : { [link.orderColumn]: float(context, order) }),
    ...more,
  }
  return { kind: 'insert', table: link.table, values }
}

async function stored(context: RowContext, attribute: ScalarAttribute, given: unknown): Promise<SqlValue> {
  if (given === null) return null
  const value = attribute.type === 'password' ? await passwordOf(context, given) : given
  return context.dialect.encode(attribute.type, scalarValue(attribute, value, context.dialect.strictTypes) ?? null)
}

/** Keeps a stored password and hashes a plain one. */
async function passwordOf(context: RowContext, given: unknown): Promise<unknown> {
  return typeof given === 'string' ? context.hashPassword(given) : (given as { hash: unknown }).hash
}

const integer = ({ dialect }: RowContext, id: number): SqlValue => dialect.encode('integer', id)
const float = ({ dialect }: RowContext, order: number | null): SqlValue =>
  order === null ? null : dialect.encode('float', order)
