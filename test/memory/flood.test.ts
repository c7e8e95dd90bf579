/**
 * Many different addresses over a socket, none of them like another: the memory of the process stays within bounds.
 * `FLOOD_ADDRESSES=100000 npx vitest run test/memory/flood.test.ts` is the long form.
 */
import { afterAll, expect, test } from 'vitest'
import { addressOf, copyOfBlog, type Running, startPopulus } from '../cli/run-populus.ts'
import { flood } from './flood.mjs'

const ADDRESSES = Number(process.env.FLOOD_ADDRESSES ?? 800)
const MB = 1_000_000
/** The long form fills every cache. In the short one their room is smaller, so that they are full as well. */
const LONG = ADDRESSES >= 10_000
const MOST_BYTES = (LONG ? 300 : 230) * MB

let running: Running | undefined
afterAll(() => running?.process.kill('SIGKILL'))

test(`${ADDRESSES} hostile addresses`, { timeout: 60_000 + ADDRESSES * 100 }, async () => {
  running = startPopulus(['start', await copyOfBlog(), '--port', '0'], {
    NODE_ENV: 'production',
    POPULUS_METRICS: 'true',
    POPULUS_METRICS_TOKEN: 'token-of-the-test',
    ...(LONG ? {} : { POPULUS_CACHE_SIZE: String(8 * 1024 * 1024) }),
  })
  const address = await addressOf(running)
  const { statuses, peak } = await flood({ address, pid: running.process.pid!, count: ADDRESSES })
  expect(statuses).toEqual({ 200: ADDRESSES })
  expect(peak).toBeLessThan(MOST_BYTES)
  const { bytes, budget } = await figuresOf(address)
  expect([...bytes.keys()].sort()).toEqual(['addresses', 'bodies', 'plans', 'statements', 'totals'])
  expect([...bytes.values()].reduce((sum, value) => sum + value)).toBeLessThanOrEqual(budget)
  expect(bytes.get('plans')).toBeGreaterThan(budget / 16)
})

async function figuresOf(address: string): Promise<{ readonly bytes: Map<string, number>; readonly budget: number }> {
  const response = await fetch(`${address}/metrics`, { headers: { authorization: 'Bearer token-of-the-test' } })
  const text = await response.text()
  const lines = [...text.matchAll(/^populus_cache_bytes\{cache="(\w+)"\} (\d+)/gm)]
  return {
    bytes: new Map(lines.map(([, name, value]) => [name!, Number(value)])),
    budget: Number(/^populus_cache_budget_bytes (\d+)/m.exec(text)?.[1]),
  }
}
