/** `fc.assert` that ends in time and names models by their uids. */
import fc from 'fast-check'
import '../support/fixed-seed.ts'

/** How many times the runs of a property are multiplied: `PROPERTY_RUNS=20 npx vitest run test/properties`. */
const TIMES = Number(process.env.PROPERTY_RUNS ?? 0.2)

/** For properties that take long: the short form has half as many runs as that of others. */
export const FEWER = process.env.PROPERTY_RUNS === undefined ? 0.5 : 1

/** Milliseconds for a property. Slow, shared machines need many times what it takes alone. */
export const PROPERTY_TIMEOUT = 180_000 * Math.max(1, TIMES)
const SPARE = 15_000

/** A failure is reported as far as it has been made smaller when the time is over. */
export async function assertProperty<Input>(property: fc.IAsyncPropertyWithHooks<Input>, runs: number): Promise<void> {
  const details = await fc.check(property as fc.IAsyncProperty<Input>, {
    numRuns: Math.ceil(runs * TIMES),
    interruptAfterTimeLimit: PROPERTY_TIMEOUT - SPARE,
    markInterruptAsFailure: true,
  })
  if (!details.failed) return
  const { seed, counterexample, counterexamplePath, errorInstance, numRuns } = details
  if (counterexample === null) throw new Error(`only ${numRuns} runs in the time given`)
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const example = JSON.stringify(counterexample, (_key, value: unknown) => (isModel(value) ? value.uid : value))
  const message = `{ seed: ${seed}, path: "${counterexamplePath}" } after ${numRuns} runs\n${example}\n${reason}`
  throw new Error(message, { cause: errorInstance })
}

function isModel(value: unknown): value is { readonly uid: string } {
  return typeof value === 'object' && value !== null && 'uid' in value && 'attributes' in value
}
