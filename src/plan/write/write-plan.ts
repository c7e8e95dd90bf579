/**
 * What will be stored: every value checked and cast, every relation expressed as a change. Made from a body, run by
 * `content/`.
 */
import type {
  ComponentAttribute,
  MediaAttribute,
  Model,
  MorphAttribute,
  RelationAttribute,
  ScalarAttribute,
  ZoneAttribute,
} from '../../schema/schema.ts'

/** The new values of one row and of everything that belongs to it. Whatever is not named stays as it is. */
export interface EntryWrite {
  readonly model: Model
  readonly scalars: readonly ScalarWrite[]
  readonly links: readonly LinkWrite[]
  readonly morphs: readonly MorphWrite[]
  readonly components: readonly ComponentWrite[]
  readonly zones: readonly ZoneWrite[]
}

export interface ScalarWrite {
  readonly attribute: ScalarAttribute
  /**
   * A JavaScript value that the SQL dialect encodes for the attribute's type: string, number, boolean, Date or null.
   * JSON is a string.
   */
  readonly value: string | number | boolean | Date | null
  /** The place of the value in the body. */
  readonly path: readonly string[]
}

export interface LinkWrite {
  readonly attribute: RelationAttribute | MediaAttribute
  readonly change: LinkChange
  /** All named ids, if a to-one relation cannot hold them all: they must still exist. */
  readonly named?: readonly number[]
}

export type LinkChange =
  /** Exactly these, in this order. */
  | { readonly kind: 'set'; readonly ids: readonly number[] }
  /** Adds some and removes some. */
  | {
      readonly kind: 'patch'
      readonly connect: readonly ConnectedId[]
      readonly disconnect: readonly number[]
      /** A position next to an entry that is not linked is an error; otherwise it means the end. */
      readonly strict: boolean
    }

export interface ConnectedId {
  readonly id: number
  readonly position: LinkPosition
}

export type LinkPosition =
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'before' | 'after'; readonly id: number }

/** The entries of any type that a morph relation leads to, in order. */
export interface MorphWrite {
  readonly attribute: MorphAttribute
  readonly targets: readonly { readonly uid: string; readonly id: number }[]
}

/** The components of an attribute, in order. Those with an id are kept and changed; all others are new. */
export interface ComponentWrite {
  readonly attribute: ComponentAttribute
  readonly items: readonly ComponentItem[]
}

export interface ZoneWrite {
  readonly attribute: ZoneAttribute
  readonly items: readonly ComponentItem[]
}

export interface ComponentItem {
  readonly id: number | null
  readonly entry: EntryWrite
}

/** Why a body cannot be stored: the place, and the message of the wire format. */
export interface ValueProblem {
  /** `['links', '0', 'url']`; empty for the entry as a whole. */
  readonly path: readonly string[]
  readonly message: string
}
