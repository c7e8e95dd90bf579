/** Names in a query that mean nothing: an error that helps, or a hint beside the answer, as the dialect has it. */
import { PopulusError } from '../../errors.ts'
import { nearestName } from '../../util/nearest-name.ts'
import type { WireDialect } from '../wire-dialect.ts'

export interface UnknownName {
  /** Such as `operator`. */
  readonly what: string
  readonly name: string
  readonly path: string
  /** What the caller may know of: others are never suggested. */
  readonly known: Iterable<string>
  /** The one that is meant, where that is certain. */
  readonly meant?: string | undefined
}

export type NoteUnknown = (unknown: UnknownName) => void

export interface NotedNames {
  readonly note: NoteUnknown
  /** What was noted and is no error. */
  readonly hints: readonly string[]
}

/** Enough to help, and no more than a header should hold. */
const MOST_HINTS = 5

export function noteUnknownNames({ typosAreErrors }: WireDialect): NotedNames {
  const hints: string[] = []
  const note: NoteUnknown = ({ what, name, path, known, meant }) => {
    const nearest = meant ?? nearestName(name, known)
    const help = nearest === undefined ? '' : `; did you mean ${nearest}?`
    const shown = name.slice(0, 100)
    if (typosAreErrors)
      throw new PopulusError('unknownName', { what, name: shown, help }, { hint: `at ${path}${help}` })
    if (hints.length < MOST_HINTS) hints.push(`there is no ${what} ${shown}${help || `, at ${path.slice(0, 100)}`}`)
  }
  return { note, hints }
}
