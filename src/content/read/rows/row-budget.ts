/**
 * Checks what has been read for one answer against the limits of the answer. Every row is shown at least once, so too
 * many rows always make the answer too large. The next level then need not be read.
 */
import { PopulusError } from '../../../errors.ts'
import type { PackedRow } from '../../../sql/statement.ts'
import type { AnswerLimits } from '../../../wire/answer-serializer.ts'

export class RowBudget {
  readonly #limits: AnswerLimits
  #entries = 0
  #bytes = 0

  constructor(limits: AnswerLimits) {
    this.#limits = limits
  }

  /** Counts the populated rows of one statement; throws if there are too many. */
  take(rows: readonly PackedRow[]): void {
    const { answerEntries } = this.#limits
    this.#entries += rows.length
    if (this.#entries > answerEntries) throw new PopulusError('tooManyEntries', { limit: answerEntries })
    this.takeBytes(rows)
  }

  /** For the list itself: the page limits its length, and some lists, such as the list of users, have no pages. */
  takeBytes(rows: readonly PackedRow[]): void {
    const { answerLength } = this.#limits
    // All rows of a statement share the same bytes.
    this.#bytes += rows[0]?.bytes.length ?? 0
    if (this.#bytes > answerLength) throw new PopulusError('answerTooLong', { limit: answerLength })
  }
}
