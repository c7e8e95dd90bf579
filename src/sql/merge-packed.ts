/**
 * Several packed statements as one: all of them give a number and a text. A statement that is sent on its own costs both
 * sides more than most of them take to be run.
 */
import { withPlaces } from './fragment.ts'
import type { BoundStatement, SqlValue } from './statement.ts'

export interface MergedStatement {
  /** Gives rows `[index, count, packed]`. The text of `besides` comes as the row with the index after the last. */
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** What is known about the statements so far, and about those with one more. */
interface Known {
  text: string | undefined
  readonly next: WeakMap<readonly string[], Known>
}

/** Remembers the texts of statements that were merged before, as long as these are kept themselves. */
export class PackedMerger {
  readonly #besides: string
  readonly #known: Known = { text: undefined, next: new WeakMap() }

  /** `besides`: an expression that is read by the same statement. */
  constructor(besides: string) {
    this.#besides = besides
  }

  merge(statements: readonly BoundStatement<unknown>[]): MergedStatement {
    let known = this.#known
    for (const { pieces = [] } of statements) {
      const next: Known = known.next.get(pieces) ?? { text: undefined, next: new WeakMap() }
      known.next.set(pieces, next)
      known = next
    }
    known.text ??= this.#textOf(statements)
    return { text: known.text, values: statements.flatMap(({ values }) => values) }
  }

  #textOf(statements: readonly BoundStatement<unknown>[]): string {
    let places = 0
    const texts = statements.map(({ pieces = [], values }, index) => {
      const text = `select ${index}, p.* from (${withPlaces(pieces, 'postgres', places + 1)}) as p`
      places += values.length
      return text
    })
    return [...texts, `select ${statements.length}, 0, ${this.#besides}`].join(' union all ')
  }
}
