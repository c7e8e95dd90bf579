/** What `search` looks for, and where: everything resolved against the schema and the caller's rights. */
import type { Model, ScalarAttribute } from '../../../schema/schema.ts'
import type { OrderHop } from '../sort/order-hop.ts'

export interface SearchPlan {
  /** An entry must have all of them. */
  readonly terms: readonly SearchTerm[]
  /** An entry may have none of them. */
  readonly without: readonly SearchTerm[]
  /** Where they may be. */
  readonly ways: readonly SearchWay[]
  /** Whether the answer shows where the words are. */
  readonly snippets: boolean
}

/** A word, or words that follow each other. */
export interface SearchTerm {
  readonly words: readonly string[]
  /** Whether words that begin with the last one count. */
  readonly prefix: boolean
  /** Whether words that are like it count; only for single words. */
  readonly alike: boolean
}

/** Attributes of one model that are reached in the same way. */
export interface SearchWay {
  readonly hops: readonly OrderHop[]
  readonly model: Model
  readonly attributes: readonly SearchedAttribute[]
}

export interface SearchedAttribute {
  readonly attribute: ScalarAttribute
  readonly weight: number
}

/** How much a hit counts, multiplied by the weight of its place. */
export const HIT_SCORES = { prominent: 8, whole: 6, prefix: 3, alike: 1 } as const
export type HitKind = keyof typeof HIT_SCORES
