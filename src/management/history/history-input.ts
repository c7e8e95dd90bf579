/** Numbers in queries and paths. */
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'

export const wholeNumber = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, { error: `expected a number from 1 to ${most}` })
    .transform(Number)
    .refine(given => given <= most, { error: `expected a number from 1 to ${most}` })

/** Throws `notFound` for a text that is no number of a row. */
export function rowNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new PopulusError('notFound')
  return Number(text)
}
