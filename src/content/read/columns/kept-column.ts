/** One attribute of all entries of a type, as small whole numbers, in the order of their ids. */

/** A column: one number for each row, `NO_VALUE` where it has no value. */
export interface KeptColumn {
  readonly numbers: Int32Array
  /** The numbers of texts. */
  readonly names?: ReadonlyMap<string, number>
  /** The row of each text, if no two rows have the same. */
  readonly rowOf?: Int32Array | undefined
  /** All texts of the column as one. The numbers are where each of them begins. */
  readonly texts?: string
}

/** The difference of two numbers up to this, or of one and no value, has 32 bits, of which the first is the sign. */
export const LARGEST = 2 ** 30 - 1
export const NO_VALUE = -(2 ** 30)

/** `null` where a row has no value; `null` instead of the column if a number is too large. */
export function smallNumbers(values: readonly (number | null)[]): Int32Array | null {
  if (values.some(value => value !== null && Math.abs(value) > LARGEST)) return null
  return Int32Array.from(values, value => value ?? NO_VALUE)
}

/** The row of the first id that is not smaller. The ids are in order. */
export function placeOf(ids: Int32Array, id: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return low
}
