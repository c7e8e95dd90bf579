/** The number of rows of a table, and a sum over all of their values that does not depend on their order. */
import { createHash } from 'node:crypto'

export interface RowSum {
  readonly rows: number
  readonly sum: bigint
}

const MODULUS = 1n << 64n

export class RowSummer {
  #rows = 0
  #sum = 0n

  /** `null` is NULL. */
  add(values: readonly (string | null)[]): void {
    const digest = createHash('sha256').update(JSON.stringify(values)).digest()
    this.#rows += 1
    this.#sum = (this.#sum + digest.readBigUInt64LE()) % MODULUS
  }

  get total(): RowSum {
    return Object.freeze({ rows: this.#rows, sum: this.#sum })
  }
}

export const isSameSum = (one: RowSum, other: RowSum): boolean => one.rows === other.rows && one.sum === other.sum
