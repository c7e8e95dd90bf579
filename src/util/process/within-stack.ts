/** Guards work that recurses as deeply as a query is nested. */

/**
 * Runs the work. If it overflows the stack, throws the result of `tooDeep`. The work must not leave anything half done.
 */
export function withinStack<T>(work: () => T, tooDeep: () => Error): T {
  try {
    return work()
  } catch (error) {
    const overflows = error instanceof RangeError && error.message.includes('call stack')
    throw overflows ? tooDeep() : error
  }
}
