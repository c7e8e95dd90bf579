/** Shared by the numeric types. */
import { CastError } from '../attribute-type.ts'

/** Reads a filter value as JavaScript reads a number: `''` is 0, `1e3` is 1000. */
export function castNumber(text: string): number {
  const number = Number(text)
  if (Number.isNaN(number)) throw new CastError(`expected a number, got "${text}"`)
  return number
}

export function storeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
