/** A change that is made only when someone explicitly asks for it. */
export interface Refusal {
  readonly what: string
  /** Sentences or commands, one per line. */
  readonly advice: readonly string[]
}
