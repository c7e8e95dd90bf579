/** What descriptions need to know about a named query. */
import type { ContentType } from '../schema/schema.ts'

export interface DescribedQuery {
  readonly name: string
  readonly type: ContentType
  readonly description: string | undefined
  /** Present if one entry of a collection is read. */
  readonly entry: object | undefined
  /** The query, with places for parameters. */
  readonly query: Readonly<Record<string, unknown>>
  readonly parameters: ReadonlyMap<string, DescribedParameter>
}

export interface DescribedRule {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'enum' | 'list'
  readonly maxLength?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly values?: readonly string[] | undefined
  /** Of a list. */
  readonly of?: DescribedRule | undefined
  readonly maxItems?: number | undefined
}

export interface DescribedParameter extends DescribedRule {
  readonly required?: boolean | undefined
  readonly description?: string | undefined
  readonly default?: unknown
  readonly example?: unknown
}

/** Whether the answer has one entry, and not a list. */
export function readsOne({ entry, type }: Pick<DescribedQuery, 'entry' | 'type'>): boolean {
  return entry !== undefined || type.single
}
