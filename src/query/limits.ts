/** The limits of the query language. Their values are settings; `docs/reference/limits.md` lists them. */

export interface QueryLimits {
  readonly queryLength: number
  readonly parameters: number
  readonly listLength: number
  readonly populateNodes: number
  readonly filterTerms: number
  readonly queryDepth: number
  readonly bodyDepth: number
}
