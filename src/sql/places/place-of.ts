import type { ListPlace } from '../../plan/read/read-plan.ts'
import type { ListPlaces } from '../read-program.ts'
import type { PackedRow } from '../statement.ts'

/** The place of a row that has its sort keys. */
export function placeOf({ keys }: PackedRow, { firstKey, keys: count }: ListPlaces): ListPlace {
  const texts = keys.slice(firstKey, firstKey + count).map(key => (typeof key === 'string' ? decoded(key) : null))
  return { id: Number(keys[0]), keys: texts }
}

/** The letter before the digits tells an empty text from none. */
function decoded(key: string): string | null {
  return key === '' ? null : Buffer.from(key.slice(1), 'hex').toString()
}
