/** Times at which something is to be done. */
import { z } from 'zod'
import type { InputProblem } from '../../input/check-input.ts'

/** Years have four digits. */
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** Milliseconds since 1970. `null` removes a time, and what is absent stays. */
export const plannedTime = () =>
  z.iso
    .datetime({ offset: true, error: 'expected a date and time with its time zone, such as 2027-01-31T08:00:00Z' })
    .transform(text => Date.parse(text))
    .nullable()
    .optional()

/** What is wrong with a time, if anything is. */
export function timeProblems(name: string, at: number | null | undefined, now: number): readonly InputProblem[] {
  if (typeof at !== 'number' || (at > now && at <= LATEST)) return []
  return [{ path: [name], message: at > LATEST ? 'expected a year up to 9999' : 'expected a time to come' }]
}
