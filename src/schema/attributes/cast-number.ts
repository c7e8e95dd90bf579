/** What the numeric types share. */
import { CastError } from './attribute-type.ts'

/** A filter value is read as JavaScript reads a number: `''` is 0, `1e3` is 1000. */
export function castNumber(text: string): number {
  const number = Number(text)
  if (Number.isNaN(number)) throw new CastError(`expected a number, got "${text}"`)
  return number
}

export function storeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
