/** Work that goes as deep as a query nests. */

/**
 * Does the work; where it goes deeper than the stack bears, throws what `tooDeep` gives. The work must leave nothing
 * half done behind.
 */
export function withinStack<T>(work: () => T, tooDeep: () => Error): T {
  try {
    return work()
  } catch (error) {
    const overflows = error instanceof RangeError && error.message.includes('call stack')
    throw overflows ? tooDeep() : error
  }
}
