/** What is kept of queries: the parts that several of them share, and what makes each of them. */

import type { QueryUse } from '../../kept/use/query-use.ts'
import { mostPassing } from '../../plan/cost/condition-cost.ts'
import type { ReadPlan, ShownPlan } from '../../plan/read/read-plan.ts'
import type { ShownRequest } from '../../query/read-request.ts'
import type { ReadProgram, ShownProgram } from '../../sql/read-program.ts'
import type { FrameOf, Serializer } from '../../wire/answer-serializer.ts'
import type { EntrySerializer } from '../../wire/entry-serializer.ts'
import { type ListScan, MOST_SHORT } from './columns/list-scan.ts'

/** What is shown of entries, whichever list they are in. Kept by what it means, and shared by all queries that ask for it. */
export interface PreparedShown {
  /** Short, and different for every selection and every set of rights. */
  readonly key: string
  /** Equal if rows of the entries have the same columns, whatever the rights. */
  readonly columns: string
  readonly request: ShownRequest
  readonly plan: ShownPlan
  readonly program: ShownProgram
  readonly write: EntrySerializer
  /** Whether most entries of the last list were kept; `undefined` before the first one. */
  isMostlyKept: boolean | undefined
}

export interface PreparedRead {
  /** Different for every query and every set of rights. */
  readonly key: string
  /** `null` if it is not shared with other queries. */
  readonly shown: PreparedShown | null
  /** Whether the list has but a few entries, which are read together with those of other requests. */
  readonly isShort: boolean
  /** How the list is found in kept columns; `null` if the database has to find it. */
  readonly scan: ListScan | null
  /** Reads the list with all that is shown. */
  readonly program: ReadProgram
  /** Finds the entries of the list only; the same as `program` where what is shown is not shared. */
  readonly finding: ReadProgram
  readonly toJson: Serializer
  /** For rows of `program`. */
  readonly frameOf: FrameOf
  /** For rows of `finding`. */
  readonly frameOfFound: FrameOf
  /** Names in the query that have no meaning; `null` if there are none. */
  readonly hint: string | null
  /** Where its answers are counted, if they are. */
  readonly use: QueryUse | undefined
}

/** How a list becomes an answer. */
export interface AnsweringParts {
  readonly scan: () => ListScan | null
  readonly frame: (program: ReadProgram) => FrameOf
  readonly serializer: (program: ReadProgram, frameOf: FrameOf) => Serializer
}

export interface PreparedParts extends AnsweringParts {
  readonly key: string
  readonly plan: ReadPlan
  readonly shown: PreparedShown | null
  readonly use: QueryUse | undefined
  readonly compile: (onlyFinds: boolean) => ReadProgram
}

/** Of the two ways to read a list, most queries take one. The other is compiled when it is needed. */
class LazilyPrepared implements PreparedRead {
  readonly key: string
  readonly shown: PreparedShown | null
  readonly isShort: boolean
  readonly hint: string | null
  readonly use: QueryUse | undefined
  readonly #parts: PreparedParts
  #program: ReadProgram | undefined
  #finding: ReadProgram | undefined
  #scan: ListScan | null | undefined
  #frameOf: FrameOf | undefined
  #frameOfFound: FrameOf | undefined
  #toJson: Serializer | undefined

  constructor(parts: PreparedParts) {
    const { key, plan, shown, use } = parts
    this.key = key
    this.shown = shown
    this.use = use
    this.isShort = plan.envelope === 'collection' && (mostPassing(plan.where) ?? Number.POSITIVE_INFINITY) <= MOST_SHORT
    this.hint = plan.hints.length === 0 ? null : plan.hints.join('; ')
    this.#parts = parts
  }

  get program(): ReadProgram {
    this.#program ??= this.#parts.compile(false)
    return this.#program
  }

  get finding(): ReadProgram {
    this.#finding ??= this.shown === null ? this.program : this.#parts.compile(true)
    return this.#finding
  }

  get scan(): ListScan | null {
    if (this.#scan === undefined) this.#scan = this.#parts.scan()
    return this.#scan
  }

  get frameOf(): FrameOf {
    this.#frameOf ??= this.#parts.frame(this.program)
    return this.#frameOf
  }

  get frameOfFound(): FrameOf {
    this.#frameOfFound ??= this.#parts.frame(this.finding)
    return this.#frameOfFound
  }

  get toJson(): Serializer {
    this.#toJson ??= this.#parts.serializer(this.program, this.frameOf)
    return this.#toJson
  }
}

export function preparedRead(parts: PreparedParts): PreparedRead {
  return new LazilyPrepared(parts)
}
