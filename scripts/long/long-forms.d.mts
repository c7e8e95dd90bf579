export interface LongForm {
  readonly name: string
  readonly files: readonly string[]
  readonly minutes: number
  readonly long?: Readonly<Record<string, string>>
  readonly night?: Readonly<Record<string, string>>
  readonly alone?: true
}
export const LONG_FORMS: readonly LongForm[]
export const SEEDS: readonly string[]
