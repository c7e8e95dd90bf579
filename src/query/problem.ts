/** Mistakes that matter only to some reads. A mistake replaces the value until one of those reads needs the value. */
import { PopulusError } from '../errors.ts'
import type { Problem } from './read-request.ts'

/** Returns the value, or the problem with it. */
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
