/**
 * The way from the root of an answer to one of its places, and what would lead back along it. `populate=deep` does not
 * follow an attribute that leads to a type which is already on the way. From an entry to others of its own type, it goes
 * one step; only in a tree, which is a one-to-many or many-to-one relation of a type to itself, it goes on.
 */
import { type Attribute, FILE_UID, type Model, type ScalarAttribute } from '../../../schema/schema.ts'

export interface DeepWay {
  readonly model: Model
  /** The attribute that leads here; `null` at the root. */
  readonly through: string | null
  readonly above: DeepWay | null
}

/** Whether an attribute of the last place on the way leads back along it. */
export function leadsBack(attribute: Exclude<Attribute, ScalarAttribute>, way: DeepWay): boolean {
  if (attribute.kind !== 'relation' && attribute.kind !== 'media') return false
  const entry = entryOf(way)
  if (entry === null || attribute.target !== entry.model.uid) return isOnWay(attribute.target, way)
  const isBelowItself = entryOf(entry.above)?.model.uid === entry.model.uid
  const goesOn = attribute.kind === 'relation' && way === entry && entry.through === attribute.name
  return isBelowItself && !(goesOn && isOfTree(attribute))
}

/** The `related` of a file is every entry that has it. Nobody who asks for an article wants all others with that image. */
export function isNeverFollowed(attribute: Attribute, { uid }: Model): boolean {
  return uid === FILE_UID && attribute.kind === 'morph'
}

/** Translations have each other, and are no tree. */
function isOfTree({ name, relation }: Extract<Attribute, { kind: 'relation' }>): boolean {
  return name !== 'localizations' && (relation === 'oneToMany' || relation === 'manyToOne')
}

/** A component is part of its entry. */
function entryOf(way: DeepWay | null): DeepWay | null {
  return way === null || way.model.kind === 'type' ? way : entryOf(way.above)
}

function isOnWay(uid: string, way: DeepWay | null): boolean {
  return way !== null && (way.model.uid === uid || isOnWay(uid, way.above))
}
