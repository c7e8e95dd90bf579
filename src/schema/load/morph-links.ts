/** The storage of everything that is found by model and field: media, components, zones and polymorphic relations. */
import type { JsonObject } from '../json-value.ts'
import type { FixedColumn, Link, LinkTable, MorphAttribute, TypedLinkTable } from '../schema.ts'
import { COMPONENT_COLUMNS, componentTableName, type MorphTableNames, morphTableNames } from '../table-names.ts'
import type { ModelDraft } from './model-draft.ts'
import { morphColumnsOf } from './relation-definition.ts'

/** The attribute of the file type that media relations use. */
const MEDIA_MORPH = 'related'

/** From a model to its files. */
export function mediaLink(model: ModelDraft, name: string, file: ModelDraft): LinkTable {
  return backwardLink(morphNames(file, MEDIA_MORPH), model.uid, name)
}

/** From a model to the components of one attribute. */
export function componentLink(model: ModelDraft, name: string, component: string): LinkTable {
  const fixed = fixedColumns({ [COMPONENT_COLUMNS.field]: name, [COMPONENT_COLUMNS.type]: component })
  return Object.freeze({ ...componentTable(model), fixed })
}

/** From a model to the components of a dynamic zone. */
export function zoneLink(model: ModelDraft, name: string): TypedLinkTable {
  const fixed = fixedColumns({ [COMPONENT_COLUMNS.field]: name })
  return Object.freeze({ ...componentTable(model), fixed, typeColumn: COMPONENT_COLUMNS.type })
}

/** From a `morphToOne` or `morphToMany` attribute to entries of any type. */
export function morphToLink(model: ModelDraft, name: string, definition: JsonObject): MorphAttribute['link'] {
  if (definition.relation === 'morphToOne') return Object.freeze({ kind: 'columns', ...morphColumnsOf(definition) })
  const names = morphNames(model, name)
  return Object.freeze({
    ...morphTable(names),
    parentColumn: names.ownerColumn,
    childColumn: names.idColumn,
    typeColumn: names.typeColumn,
    fixed: fixedColumns({}),
  })
}

/** From a `morphOne` or `morphMany` attribute to the entries whose attribute `morphBy` refers to this model. */
export function morphByLink(model: ModelDraft, name: string, { target, morphBy }: MorphOwner): Link | null {
  const definition = target.attributes.get(morphBy)
  if (definition?.relation === 'morphToMany') return backwardLink(morphNames(target, morphBy), model.uid, name)
  if (definition?.relation !== 'morphToOne') return null
  const { idColumn, typeColumn } = morphColumnsOf(definition)
  return Object.freeze({ kind: 'child-column', column: idColumn, fixed: fixedColumns({ [typeColumn]: model.uid }) })
}

export interface MorphOwner {
  readonly target: ModelDraft
  readonly morphBy: string
}

function backwardLink(names: MorphTableNames, uid: string, name: string): LinkTable {
  return Object.freeze({
    ...morphTable(names),
    parentColumn: names.idColumn,
    childColumn: names.ownerColumn,
    fixed: fixedColumns({ [names.typeColumn]: uid, [names.fieldColumn]: name }),
  })
}

function morphNames(model: ModelDraft, attribute: string): MorphTableNames {
  return morphTableNames({ table: model.tableName, singularName: model.singularName, attribute })
}

/** Morph tables have no unique index, so they may contain the same pair twice. */
function morphTable(names: MorphTableNames) {
  return { kind: 'table', table: names.table, orderColumn: names.orderColumn, rowKey: 'id', unique: false } as const
}

function componentTable(model: ModelDraft) {
  return {
    kind: 'table',
    table: componentTableName(model.tableName),
    parentColumn: COMPONENT_COLUMNS.parent,
    childColumn: COMPONENT_COLUMNS.child,
    orderColumn: COMPONENT_COLUMNS.order,
    rowKey: 'id',
    unique: true,
  } as const
}

function fixedColumns(values: Readonly<Record<string, string>>): readonly FixedColumn[] {
  return Object.freeze(Object.entries(values).map(([column, value]) => Object.freeze({ column, value })))
}
