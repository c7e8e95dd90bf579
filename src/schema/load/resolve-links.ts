/**
 * Finds the storage of every relation between content types. Like Strapi, it visits all owning sides in load order, and
 * each one sets its own link and that of its inverse. So if both sides claim to own the link, the last one wins and the
 * other reads its table backwards.
 */
import { type JsonObject, textAt } from '../json-value.ts'
import type { FixedColumn, Link } from '../schema.ts'
import { type RelationTableNames, referenceColumnName, relationTableNames } from '../table-names.ts'
import { allAttributes, type ModelDraft, modelsInOrder, type SchemaDraft } from './model-draft.ts'
import { plainRelationOf, usesReferenceColumn } from './relation-definition.ts'

export interface ResolvedLink {
  readonly link: Link
  readonly owner: boolean
}

/** The links by model uid and attribute name. An inverse side without an owner has none. */
export type ResolvedLinks = ReadonlyMap<string, ReadonlyMap<string, ResolvedLink>>

export function resolveLinks(draft: SchemaDraft): ResolvedLinks {
  const models = modelsInOrder(draft)
  const byUid = new Map(models.map(model => [model.uid, model]))
  const links = new Map(models.map(model => [model.uid, new Map<string, ResolvedLink>()]))
  for (const model of models) {
    for (const [name, definition] of allAttributes(model)) {
      const target = byUid.get(textAt(definition, 'target') ?? '')
      if (definition.type !== 'relation' || target === undefined || textAt(definition, 'mappedBy') !== null) continue
      const ends = linkEnds({ model, name, definition, target })
      if (ends === null) continue
      links.get(model.uid)!.set(name, { link: ends.forward, owner: true })
      const inverse = textAt(definition, 'inversedBy')
      // An attribute that names itself owns its table but reads it backwards.
      const itself = target === model && inverse === name
      if (inverse !== null) links.get(target.uid)!.set(inverse, { link: ends.backward, owner: itself })
    }
  }
  return links
}

interface OwningSide {
  readonly model: ModelDraft
  readonly name: string
  readonly definition: JsonObject
  readonly target: ModelDraft
}

interface LinkEnds {
  readonly forward: Link
  readonly backward: Link
}

function linkEnds({ model, name, definition, target }: OwningSide): LinkEnds | null {
  const relation = plainRelationOf(definition)
  if (relation === null) return null
  if (usesReferenceColumn(definition)) return columnEnds(referenceColumnName(name))
  return tableEnds(
    relationTableNames({
      ownerTable: model.tableName,
      ownerSingular: model.singularName,
      targetSingular: target.singularName,
      attribute: name,
      relation,
      bidirectional: textAt(definition, 'inversedBy') !== null,
    }),
  )
}

const NOTHING_FIXED: readonly FixedColumn[] = Object.freeze([])

function columnEnds(column: string): LinkEnds {
  return {
    forward: Object.freeze({ kind: 'parent-column', column }),
    backward: Object.freeze({ kind: 'child-column', column, fixed: NOTHING_FIXED }),
  }
}

function tableEnds(names: RelationTableNames): LinkEnds {
  const base = { kind: 'table', table: names.table, rowKey: 'id', fixed: NOTHING_FIXED, unique: true } as const
  return {
    forward: Object.freeze({
      ...base,
      parentColumn: names.ownerColumn,
      childColumn: names.targetColumn,
      orderColumn: names.orderColumn,
    }),
    backward: Object.freeze({
      ...base,
      parentColumn: names.targetColumn,
      childColumn: names.ownerColumn,
      orderColumn: names.inverseOrderColumn,
    }),
  }
}
