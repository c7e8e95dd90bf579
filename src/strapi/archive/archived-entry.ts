/** An entry as `populus export` writes it -> the entry and the links of an archive of Strapi. */

import type { Selection } from '../../content/records/record-selection.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { type Attribute, FILE_UID, type Model, modelOf, type Schema } from '../../schema/schema.ts'
import type { Reference } from '../../transfer/export-format.ts'

export interface ExportedEntry {
  readonly type: string
  readonly id: number
  readonly attributes: JsonObject
}

export interface ArchivedParts {
  readonly entity: object
  readonly links: readonly object[]
}

export function archivedEntry(
  schema: Schema,
  selection: Selection,
  { type, id, attributes }: ExportedEntry,
): ArchivedParts {
  const links: object[] = []
  const data = dataOf(modelOf(schema, type), id, attributes, { schema, selection, links })
  return { entity: { type, id, data }, links }
}

interface Walk {
  readonly schema: Schema
  readonly selection: Selection
  readonly links: object[]
}

/** The members without references, which become links. */
function dataOf(model: Model, id: number, members: JsonObject, walk: Walk): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const attribute of walk.selection.attributesOf(model)) {
    const given = members[attribute.name]
    switch (attribute.kind) {
      case 'scalar':
        data[attribute.name] = attribute.type === 'password' && isObject(given) ? given.hash : given
        break
      case 'component':
      case 'zone':
        data[attribute.name] = Array.isArray(given)
          ? given.map(one => componentOf(attribute, one, walk))
          : componentOf(attribute, given, walk)
        break
      default:
        for (const reference of referencesOf(given)) walk.links.push(linkOf({ model, id, attribute }, reference))
    }
  }
  return data
}

function componentOf(attribute: Attribute & { kind: 'component' | 'zone' }, given: unknown, walk: Walk): unknown {
  if (!isObject(given)) return null
  const uid = attribute.kind === 'zone' ? String(given.__component) : attribute.target
  const data = dataOf(modelOf(walk.schema, uid), Number(given.id), given, walk)
  return { ...(attribute.kind === 'zone' ? { __component: uid } : {}), id: given.id, ...data }
}

function referencesOf(given: unknown): readonly Reference[] {
  if (given === null || given === undefined) return []
  return (Array.isArray(given) ? given : [given]) as readonly Reference[]
}

interface LinkOwner {
  readonly model: Model
  readonly id: number
  readonly attribute: Attribute & { kind: 'relation' | 'media' | 'morph' }
}

function linkOf({ model, id, attribute }: LinkOwner, reference: Reference): object {
  const left = { type: model.uid, field: attribute.name, ref: id }
  const right = { type: reference.type, ref: reference.id }
  switch (attribute.kind) {
    case 'media':
      return {
        kind: 'relation.morph',
        relation: 'morphToMany',
        left: { type: FILE_UID, field: 'related', ref: reference.id },
        right: { ref: id, pos: reference.order ?? 1, type: model.uid, field: attribute.name },
      }
    case 'morph':
      return attribute.many
        ? {
            kind: 'relation.morph',
            relation: 'morphToMany',
            left,
            right: { ...right, pos: reference.order ?? 1, field: reference.field ?? null },
          }
        : { kind: 'relation.morph', relation: 'morphToOne', left, right }
    case 'relation':
      return {
        kind: reference.type === model.uid ? 'relation.circular' : 'relation.basic',
        relation: attribute.relation,
        left: { ...left, ...position(reference.order) },
        right: {
          ...right,
          ...(attribute.inversedBy === null ? {} : { field: attribute.inversedBy }),
          ...position(reference.inverseOrder),
        },
      }
  }
}

const position = (pos: number | null | undefined): object => (pos === undefined || pos === null ? {} : { pos })
