/** What is to be written, by whom, and what is special about it. */
import type { PopulusError } from '../../errors.ts'
import type { PlannedWrite } from '../../plan/write/plan-write.ts'
import type { EntryWrite } from '../../plan/write/write-plan.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { WriteCaller } from '../content-hooks.ts'
import type { CheckedEntry } from './values/check-stored.ts'
import type { WriteScope } from './write-scope.ts'

export type Values = Readonly<Record<string, unknown>>

/** Which entry is meant. */
export type Target =
  /** `onlyOne`: refused if the type already has an entry. `translations`: those that it becomes a translation of. */
  | { readonly kind: 'new'; readonly onlyOne?: boolean; readonly translations?: readonly number[] }
  | { readonly kind: 'stored'; readonly id: number }
  /** The entry of a single type in a locale, the default one if absent. The first write creates it. */
  | { readonly kind: 'single'; readonly locale: string | undefined }
  /** A deleted entry that comes back, with its id if that is free; `translations` are those of its translations that are there. */
  | { readonly kind: 'restored'; readonly id: number; readonly translations: readonly number[] }
  /** A new translation of an entry; `null` for a string that cannot be an id, and for the entry of a single type. */
  | { readonly kind: 'translation'; readonly of: number | null }

export interface WantedEntry {
  readonly target: Target
  /** The attributes of the body. */
  readonly data: Values
}

export interface WriteOrder {
  readonly type: ContentType
  readonly access: WriteCaller
  /** All of them are stored, or none. */
  readonly entries: readonly WantedEntry[]
}

/** An entry in the transaction that writes it. Nobody else can change it until the transaction ends. */
export interface Place {
  /** `null` for a new entry. */
  readonly id: number | null
  /** The id that a new entry gets; the next one if absent. */
  readonly newId?: number | undefined
  /** Whether the rules for drafts apply. */
  readonly isDraft: boolean
  /** Of a new entry. */
  readonly locale: string | null
  /** What a new translation copies, unless the body names it. */
  readonly inherited?: Values | undefined
  /** The other translations of a new one. */
  readonly translations?: readonly number[] | undefined
  /** An entry that the writer does not see is in the way, so nothing can be stored. */
  readonly isTaken: boolean
}

/** Values that are judged in the transaction. */
export interface JudgedInput {
  readonly planned: PlannedWrite
  readonly checked: CheckedInput
}

export interface CheckedInput extends CheckedEntry {
  readonly isDraft: boolean
}

/** What differs between the ways in. Everything is optional; nothing else may differ. */
export interface WritePolicy {
  /** Runs first in the transaction. */
  readonly lock?: ((scope: WriteScope) => Promise<void>) | undefined
  /** Runs when the entries are locked, and refuses them by throwing: another version, a name that is taken. */
  readonly check?: ((scope: WriteScope) => Promise<void>) | undefined
  /** Changes of a published entry are not stored in it: this keeps them, until it is published. */
  readonly keepApart?: ((scope: WriteScope, entry: EntryWrite) => Promise<void>) | undefined
  /** Whether everything has been judged already, so that only what a draft needs is judged again. */
  readonly isJudged?: boolean | undefined
  /** Whether components that an entry has lost to another one of the same write are stored as new ones. */
  readonly lostPartsAreNew?: boolean | undefined
  /** Throws if the values are wrong. Without it, all problems are reported as those of a body. */
  readonly judge?: ((scope: WriteScope, input: JudgedInput) => Promise<void>) | undefined
  /** Sets what no body decides. */
  readonly complete?: ((entry: EntryWrite, place: Place) => EntryWrite) | undefined
  /** Stores what else belongs to the entry. */
  readonly alongside?: ((scope: WriteScope, id: number) => Promise<void>) | undefined
  /** Is told why an entry cannot be stored. Without it, the first refusal ends the write. */
  readonly refused?: ((id: number | null, error: PopulusError) => void) | undefined
}
