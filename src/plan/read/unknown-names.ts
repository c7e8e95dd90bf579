/**
 * Names in a query that have no meaning. Depending on the dialect, they cause a helpful error or a hint with the
 * answer.
 */
import { PopulusError } from '../../errors.ts'
import { nearestName } from '../../util/nearest-name.ts'
import type { WireDialect } from '../wire-dialect.ts'

export interface UnknownName {
  /** For example `operator`. */
  readonly what: string
  readonly name: string
  readonly path: string
  /** The names that the caller may know; no others are suggested. */
  readonly known: Iterable<string>
  /** The intended name, if it is certain. */
  readonly meant?: string | undefined
  /** What to write if no name is near. */
  readonly instead?: string | undefined
}

export type NoteUnknown = (unknown: UnknownName) => void

export interface NotedNames {
  readonly note: NoteUnknown
  /** The recorded names that are not errors. */
  readonly hints: readonly string[]
}

/** Enough to help, but not too much for a header. */
const MOST_HINTS = 5

export function noteUnknownNames({ typosAreErrors }: WireDialect): NotedNames {
  const hints: string[] = []
  const note: NoteUnknown = ({ what, name, path, known, meant, instead }) => {
    if (!typosAreErrors && hints.length === MOST_HINTS) return
    const nearest = meant ?? nearestName(name, known)
    const help = nearest !== undefined ? `; did you mean ${nearest}?` : instead === undefined ? '' : `; ${instead}`
    const shown = name.slice(0, 100)
    if (typosAreErrors)
      throw new PopulusError('unknownName', { what, name: shown, help }, { hint: `at ${path}${help}` })
    hints.push(`there is no ${what} ${shown}${help || `, at ${path.slice(0, 100)}`}`)
  }
  return { note, hints }
}
