/**
 * Merges several packed statements, which all return a number and a value, into one. Sending a statement by itself costs
 * both sides more than running most of them.
 */
import { withPlaces } from './fragment.ts'
import type { BoundStatement, SqlValue } from './statement.ts'

export interface MergedStatement {
  /** Returns rows `[index, count, packed]`. The value of `besides` is a last row, with the index after the others. */
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** What is known about the statements so far, and about longer lists that start with them. */
interface Known {
  text: string | undefined
  readonly next: WeakMap<readonly string[], Known>
}

/** Remembers the text of merged statements as long as the statements themselves are kept. */
export class PackedMerger {
  readonly #besides: string
  readonly #known: Known = { text: undefined, next: new WeakMap() }

  /** `besides`: an expression that the same statement also reads. */
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
