/** `fc.assert` that ends in time: a failure is reported as far as it has been made smaller by then. */
import fc from 'fast-check'

/** How many times the runs of a property are multiplied: `PROPERTY_RUNS=20 npx vitest run test/properties`. */
const TIMES = Number(process.env.PROPERTY_RUNS ?? 1)

/** Milliseconds for a property. Slow, shared machines need many times what it takes alone. */
export const PROPERTY_TIMEOUT = 180_000 * Math.max(1, TIMES)
const SPARE = 15_000

export async function assertProperty<Input>(property: fc.IAsyncPropertyWithHooks<Input>, runs: number): Promise<void> {
  await fc.assert(property as fc.IAsyncProperty<Input>, {
    numRuns: Math.ceil(runs * TIMES),
    interruptAfterTimeLimit: PROPERTY_TIMEOUT - SPARE,
    markInterruptAsFailure: true,
  })
}
