/** How problems are named in an answer: the first few of them. Somebody who has made thousands is not helped by a list. */

interface Placed {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** How many problems an answer names. */
export const MOST_NAMED = 10
/** How many problems are looked for. What is found beyond them would not be named, so the search ends. */
export const MOST_FOUND = 100

const LONGEST_NAME = 200
const LONGEST_MESSAGE = 3000

/** `details` of an error: the first problems, and the number of the others. */
export function namedProblems<P extends Placed>(
  problems: readonly P[],
): { readonly errors: readonly P[]; readonly more?: number } {
  const errors = problems.slice(0, MOST_NAMED).map(problem => ({
    ...problem,
    path: problem.path.map(part => (typeof part === 'string' ? shortened(part, LONGEST_NAME) : part)),
    message: shortened(problem.message, LONGEST_MESSAGE),
  }))
  return problems.length > MOST_NAMED ? { errors, more: problems.length - MOST_NAMED } : { errors }
}

/** The message of a single problem, or their number: `3 errors occurred`. */
export function problemsText(problems: readonly Placed[]): string {
  const [first] = problems
  if (problems.length === 1 && first !== undefined) return first.message
  return `${problems.length >= MOST_FOUND ? `${MOST_FOUND} or more` : problems.length} errors occurred`
}

/** Text of a request, in a length that a message can have. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}...` : text
}
