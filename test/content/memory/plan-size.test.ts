/** What plans are said to take, beside how the heap grows with them. */
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { copyOfBlog } from '../../cli/run-populus.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { freshDatabase } from '../../support/databases.ts'
import { hostileUrl } from './hostile-urls.mjs'

setFlagsFromString('--expose_gc')
// Code that is not used for a while would be dropped, and count as heap that became free.
setFlagsFromString('--no-flush-bytecode')
const collectGarbage = runInNewContext('gc') as () => void

const PLANS = 200
/** What grows until it has its size, as tables of the engine do, has it after so many. */
const FIRST = 120
/** Addresses of one shape are so far apart. */
const SAME_SHAPE = 20

async function heapBytes(): Promise<number> {
  for (let round = 0; round < 4; round += 1) {
    collectGarbage()
    await setTimeout(10)
  }
  return process.memoryUsage().heapUsed
}

async function planBytes(app: App): Promise<number> {
  const figures = (await app.figures()) as readonly {
    readonly name: string
    readonly values: readonly { readonly labels: { readonly cache?: string }; readonly value: number }[]
  }[]
  const { values } = figures.find(({ name }) => name === 'populus_cache_bytes')!
  return values.find(({ labels }) => labels.cache === 'plans')!.value
}

test('the estimate is neither far below nor far above the truth', async () => {
  const app = await buildTestApp({
    folder: await copyOfBlog(),
    database: await freshDatabase('sqlite'),
    cache: { responses: false, totals: false, size: 2_000_000_000 },
    metrics: { enabled: true },
  })
  const ask = async (number: number) => expect((await app.inject({ url: hostileUrl(number) })).statusCode).toBe(200)
  for (let shape = 0; shape < 4; shape += 1) {
    // What only the first query of a shape brings about is none of its plan.
    for (let number = 0; number < FIRST; number += 1) await ask(1_000_000 + number * SAME_SHAPE + shape)
    const before = { heap: await heapBytes(), plans: await planBytes(app) }
    for (let number = 0; number < PLANS; number += 1) await ask(number * SAME_SHAPE + shape)
    const heap = (await heapBytes()) - before.heap
    const plans = (await planBytes(app)) - before.plans
    expect(plans / heap).toBeGreaterThan(0.6)
    expect(plans / heap).toBeLessThan(2.5)
  }
})
