/** Relations that both of their types know: a change of one end is made at the other one, too. */
import { isDeepStrictEqual } from 'node:util'
import { type JsonObject, textAt } from '../schema/json-value.ts'
import { OPPOSITE, plainRelationOf } from '../schema/load/relation-definition.ts'
import type { EditedFiles } from './edited-files.ts'
import type { AttributeWish } from './model-change.ts'

export interface ChangedAttributes {
  readonly uid: string
  /** The attributes before; empty for a new model. */
  readonly before: Readonly<Record<string, JsonObject>>
  readonly wishes: readonly AttributeWish[]
}

/** After all models have the attributes that are wanted. */
export function matchEnds(edited: EditedFiles, changed: readonly ChangedAttributes[]): void {
  for (const model of changed) removeLeftEnds(edited, model)
  for (const model of changed) for (const wish of model.wishes) matchEnd(edited, model, wish)
}

/** The attribute of the target that is the other end. */
interface End {
  readonly target: string
  readonly name: string
  /** The option that names it. */
  readonly key: 'inversedBy' | 'mappedBy'
}

function endOf(definition: JsonObject | undefined): End | null {
  if (definition?.type !== 'relation' || plainRelationOf(definition) === null) return null
  const target = textAt(definition, 'target')
  const key = textAt(definition, 'inversedBy') === null ? 'mappedBy' : 'inversedBy'
  const name = textAt(definition, key)
  return target === null || name === null ? null : { target, name, key }
}

/** Of relations that were deleted, lead elsewhere, or have one end only from now on. */
function removeLeftEnds(edited: EditedFiles, { uid, before, wishes }: ChangedAttributes): void {
  for (const [name, definition] of Object.entries(before)) {
    const end = endOf(definition)
    const wish = wishes.find(({ was }) => was === name)
    if (end === null || endOf(wish?.definition)?.target === end.target || !hasFile(edited, end.target)) continue
    if (!isEndOf(edited.attributes(end.target)[end.name], uid, name)) continue
    edited.changeAttributes(end.target, attributes => attributes.filter(([other]) => other !== end.name))
  }
}

function matchEnd(edited: EditedFiles, model: ChangedAttributes, wish: AttributeWish): void {
  const { name, was, definition } = wish
  const former = was === undefined ? undefined : model.before[was]
  const end = endOf(definition)
  if (end === null || (name === was && isDeepStrictEqual(former, definition))) return
  const problem = noEnd(edited, model.uid, end)
  if (problem !== null) edited.problem(model.uid, ['attributes', name, end.key], problem)
  // The check of the whole schema reports a target that does not exist.
  else if (edited.model(end.target) !== undefined) writeEnd(edited, model, { wish, end, formerEnd: endOf(former) })
}

/** Why there cannot be another end. */
function noEnd(edited: EditedFiles, uid: string, { target }: End): string | null {
  if (!uid.includes('::')) return 'relations of components have no other end'
  const isOwn = target.startsWith('api::') || edited.model(target) !== undefined
  return isOwn ? null : `${target} has no schema file in src/api`
}

interface WantedEnd {
  readonly wish: AttributeWish
  readonly end: End
  readonly formerEnd: End | null
}

function writeEnd(edited: EditedFiles, { uid, wishes }: ChangedAttributes, { wish, end, formerEnd }: WantedEnd): void {
  const { name, was, definition } = wish
  // Both ends may be in the same type, and have new names.
  const renamed = end.target === uid ? wishes.find(other => other.was === formerEnd?.name)?.name : undefined
  const current = formerEnd?.target === end.target ? (renamed ?? formerEnd.name) : end.name
  const there = edited.attributes(end.target)
  const isOurs = isEndOf(there[current], uid, name) || (was !== undefined && isEndOf(there[current], uid, was))
  if (Object.hasOwn(there, end.name) && !(isOurs && current === end.name)) {
    edited.problem(uid, ['attributes', name, end.key], `${end.target} has ${end.name} already; choose another name`)
    return
  }
  const opposite = endDefinition({ uid, name }, definition, isOurs ? there[current]! : {})
  edited.changeAttributes(end.target, attributes =>
    isOurs
      ? attributes.map(([other, kept]) => (other === current ? [end.name, opposite] : [other, kept]))
      : [...attributes, [end.name, opposite]],
  )
  if (isOurs && current !== end.name) edited.renames.push({ uid: end.target, from: formerEnd!.name, to: end.name })
}

function hasFile(edited: EditedFiles, uid: string): boolean {
  return edited.model(uid) !== undefined && uid.startsWith('api::')
}

function isEndOf(definition: JsonObject | undefined, uid: string, name: string): boolean {
  const end = endOf(definition)
  return end?.target === uid && end.name === name
}

/** What the other end says. Its other options stay. */
function endDefinition(
  { uid, name }: { readonly uid: string; readonly name: string },
  definition: JsonObject,
  { inversedBy: _inversed, mappedBy: _mapped, ...kept }: JsonObject,
): JsonObject {
  const relation = OPPOSITE[plainRelationOf(definition)!]
  const key = endOf(definition)!.key === 'inversedBy' ? 'mappedBy' : 'inversedBy'
  return { type: 'relation', ...kept, relation, target: uid, [key]: name }
}
