/** Two versions of something that both began with the same one. */
export interface Versions<Value> {
  /** What both began with. */
  readonly from: Value
  readonly mine: Value
  readonly theirs: Value
}

/** Whose version is taken where both changed the same place. */
export type Side = 'mine' | 'theirs'
