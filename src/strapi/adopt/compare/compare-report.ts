/** What a comparison found: a frozen value. `docs/reference/adopt-report.md` describes the JSON form. */
import type { DifferenceId } from '../differences.ts'
import type { DifferingPath } from './compare-bodies.ts'

export interface CompareReport {
  /** Grows when a member is removed or changes its meaning. */
  readonly version: 1
  readonly strapi: string
  readonly populus: string
  /** How many questions were asked. */
  readonly asked: number
  /** Equal byte for byte. */
  readonly same: number
  /** Equal but for the order of keys. */
  readonly keyOrder: number
  /** Different for a known reason. */
  readonly explained: number
  /** Different, and nothing explains it. */
  readonly unknown: number
  /** Of the explained ones: answered with 501. */
  readonly closed: number
  /** Content types that this caller may not read in Strapi: they are compared with one question only. */
  readonly unreadable: readonly string[]
  /** How often each deliberate difference was the reason. */
  readonly reasons: Readonly<Partial<Record<DifferenceId, number>>>
  /** What differs, the unknown first; at most 500. */
  readonly cases: readonly ComparedCase[]
  readonly log: LogCounts | null
}

export interface ComparedCase {
  readonly method: string
  readonly path: string
  readonly from: 'schema' | 'code' | 'log'
  readonly outcome: 'key order' | 'explained' | 'unknown'
  readonly status: { readonly strapi: number; readonly populus: number }
  readonly reasons: readonly DifferenceId[]
  /** The first places at which the bodies differ. */
  readonly paths: readonly DifferingPath[]
}

export interface LogCounts {
  readonly lines: number
  readonly unreadable: number
  readonly passedOver: number
}
