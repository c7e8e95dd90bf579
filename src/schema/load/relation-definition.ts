/** Reads the options of a relation attribute from its definition. */
import { type JsonObject, objectAt, textAt } from '../json-value.ts'
import type { RelationKind } from '../schema.ts'
import { MORPH_COLUMNS } from '../table-names.ts'

const RELATION_KINDS: readonly RelationKind[] = [
  'oneToOne',
  'oneToMany',
  'manyToOne',
  'manyToMany',
  'morphOne',
  'morphMany',
]

export const RELATION_NAMES: readonly string[] = [...RELATION_KINDS, 'morphToOne', 'morphToMany']

/** The kind of a relation to one model; `null` for `morphToOne` and `morphToMany`, which refer to any model. */
export function relationKindOf(definition: JsonObject): RelationKind | null {
  return RELATION_KINDS.find(kind => kind === definition.relation) ?? null
}

export type PlainRelation = Exclude<RelationKind, 'morphOne' | 'morphMany'>

/** The kind of a relation that is stored by itself or by its inverse; `null` for all polymorphic ones. */
export function plainRelationOf(definition: JsonObject): PlainRelation | null {
  const kind = relationKindOf(definition)
  return kind === 'morphOne' || kind === 'morphMany' ? null : kind
}

/** What the other side of a relation must be. */
export const OPPOSITE: Readonly<Record<PlainRelation, PlainRelation>> = Object.freeze({
  oneToOne: 'oneToOne',
  oneToMany: 'manyToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
})

/** True if the owner's row holds the target's id; only possible for relations to one. */
export function usesReferenceColumn(definition: JsonObject): boolean {
  const toOne = definition.relation === 'oneToOne' || definition.relation === 'manyToOne'
  return toOne && definition.useJoinTable === false
}

/** The two columns of a `morphToOne`. Since 4.23 the attribute may name them under `morphColumn`. */
export function morphColumnsOf(definition: JsonObject): { readonly idColumn: string; readonly typeColumn: string } {
  const morphColumn = objectAt(definition, 'morphColumn')
  return {
    idColumn: textAt(objectAt(morphColumn, 'idColumn'), 'name') ?? MORPH_COLUMNS.idColumn,
    typeColumn: textAt(objectAt(morphColumn, 'typeColumn'), 'name') ?? MORPH_COLUMNS.typeColumn,
  }
}
