/** Collects the values of a column, some rows at a time. */
import { BOUND, nameIn, numberIn, textsIn } from './column-values.ts'
import { type KeptColumn, NO_VALUE } from './kept-column.ts'
import type { WantedColumn } from './list-scan.ts'

export interface ColumnBuilder {
  /** The texts of the next rows, as they were sent. */
  add(sent: readonly string[]): void
  /** `null`: a value does not fit. */
  finish(): KeptColumn | null
}

/** With more texts than this, a column is left to the database. */
export const MOST_NAMES = 20_000

export function columnBuilder(kind: WantedColumn['kind']): ColumnBuilder {
  if (kind === 'named') return new NamesBuilder()
  return kind === 'texts' || kind === 'lowered' ? new TextsBuilder() : new NumbersBuilder()
}

class NumbersBuilder implements ColumnBuilder {
  readonly #numbers: number[] = []
  #fits = true

  add(sent: readonly string[]): void {
    for (const text of sent) {
      const number = numberIn(text)
      if (number === null) this.#fits = false
      else this.#numbers.push(number)
    }
  }

  finish(): KeptColumn | null {
    return this.#fits ? { numbers: Int32Array.from(this.#numbers) } : null
  }
}

/** Texts are numbered as they occur. */
class NamesBuilder implements ColumnBuilder {
  readonly #numbers: number[] = []
  readonly #names = new Map<string, number>()
  #fits = true

  add(sent: readonly string[]): void {
    for (const text of sent) {
      const name = nameIn(text)
      if (name === null || this.#names.size > MOST_NAMES) {
        this.#fits = false
        return
      }
      const number = name === undefined ? NO_VALUE : (this.#names.get(name) ?? this.#names.size)
      if (name !== undefined) this.#names.set(name, number)
      this.#numbers.push(number)
    }
  }

  finish(): KeptColumn | null {
    if (!this.#fits || this.#names.size > MOST_NAMES) return null
    const numbers = Int32Array.from(this.#numbers)
    return { numbers, names: this.#names, rowOf: rowsOfNames(numbers, this.#names.size) }
  }
}

/** The row of each number; `undefined` if two rows have the same. */
export function rowsOfNames(numbers: Int32Array, count: number): Int32Array | undefined {
  const rowOf = new Int32Array(count).fill(-1)
  for (let row = 0; row < numbers.length; row += 1) {
    const number = numbers[row]!
    if (number === NO_VALUE) continue
    if (rowOf[number] !== -1) return undefined
    rowOf[number] = row
  }
  return rowOf
}

class TextsBuilder implements ColumnBuilder {
  readonly #texts: string[] = []
  #fits = true

  add(sent: readonly string[]): void {
    const texts = this.#fits ? textsIn(sent) : null
    if (texts === null) this.#fits = false
    else this.#texts.push(...texts)
  }

  finish(): KeptColumn | null {
    return this.#fits ? joinedTexts(this.#texts) : null
  }
}

function joinedTexts(texts: readonly string[]): KeptColumn {
  const starts = new Int32Array(texts.length)
  let start = 0
  texts.forEach((text, row) => {
    starts[row] = start
    start += BOUND.length + text.length
  })
  return { numbers: starts, texts: `${BOUND}${texts.join(BOUND)}${BOUND}` }
}
