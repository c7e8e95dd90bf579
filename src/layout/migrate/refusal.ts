/** Something that is not done unless somebody asks for it on purpose. */
export interface Refusal {
  readonly what: string
  /** Words or commands, a line each. */
  readonly advice: readonly string[]
}
