/** Mistakes that matter only to some reads: kept in the place of the value until one of those asks for it. */
import { PopulusError } from '../errors.ts'
import type { Problem } from './read-request.ts'

/** The value, or what is wrong with it. */
export function attempt<T>(parse: () => T): T | Problem {
  try {
    return parse()
  } catch (error) {
    if (error instanceof PopulusError) return { kind: 'problem', error }
    throw error
  }
}

export function isProblem(part: unknown): part is Problem {
  return typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'problem'
}
