/** A query that is kept under a name, with places for the values that a caller gives. */
import type { QueryObject } from '../../query/query-value.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { Parameter, ParameterValue } from './parameter.ts'

/** Stands where a value goes that the caller gives. */
export interface Place {
  readonly $param: string
}

export type TemplateValue = string | null | Place | readonly TemplateValue[] | { readonly [key: string]: TemplateValue }

export interface Template {
  readonly [key: string]: TemplateValue
}

/** One entry: by its id, or by the value of a unique field. */
export interface EntryTemplate {
  readonly field: string
  readonly value: string | Place
}

export interface NamedQuery {
  /** `home`, which is read as `/api/queries/home`. */
  readonly name: string
  readonly type: ContentType
  readonly description: string | undefined
  /** `undefined` for a list, or for the entry of a single type. */
  readonly entry: EntryTemplate | undefined
  readonly query: Template
  readonly parameters: ReadonlyMap<string, Parameter>
  /** What parameters are if the caller gives none. */
  readonly defaults: ReadonlyMap<string, ParameterValue>
  /** The definition as it was written. */
  readonly definition: Definition
}

/** The JSON of a definition. */
export interface Definition {
  readonly description?: string | undefined
  readonly type: string
  readonly entry?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly parameters?: Readonly<Record<string, Parameter>> | undefined
}

/** A query in which every place has its value. */
export interface FilledQuery {
  readonly query: QueryObject
  /** The id or the value of the unique field. */
  readonly value: string | undefined
}

export type ParameterValues = ReadonlyMap<string, ParameterValue>

export function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, '$param')
}

/** Whether one entry is read, and not a list. */
export function isOne({ entry, type }: Pick<NamedQuery, 'entry' | 'type'>): boolean {
  return entry !== undefined || type.single
}
