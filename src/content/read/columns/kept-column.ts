/** One attribute of all entries of a type, as small whole numbers, in the order of their ids. */

/** A column: one number for each row, `NO_VALUE` where it has no value. */
export interface KeptColumn {
  readonly numbers: Int32Array
  /** The numbers of texts. New ones are added. */
  readonly names?: Map<string, number>
  /** The row of each text, or -1 for a text that no row has any more; absent if two rows have the same. */
  readonly rowOf?: Int32Array | undefined
  /** All texts of the column as one. The numbers are where each of them begins. */
  readonly texts?: string
}

/** The difference of two numbers up to this, or of one and no value, has 32 bits, of which the first is the sign. */
export const LARGEST = 2 ** 30 - 1
export const NO_VALUE = -(2 ** 30)

const CHARACTER_BYTES = 2
/** A text in a map, about. */
const NAME_BYTES = 96

export function bytesOf({ numbers, rowOf, names, texts = '' }: KeptColumn): number {
  const arrays = numbers.byteLength + (rowOf?.byteLength ?? 0)
  return arrays + (names?.size ?? 0) * NAME_BYTES + texts.length * CHARACTER_BYTES
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
