/**
 * Many different addresses over a socket, none of them like another: the memory of the process stays within bounds.
 * `FLOOD_ADDRESSES=60000 npx vitest run test/content/memory/flood.test.ts` is the long form.
 */
import { afterAll, expect, test } from 'vitest'
import { addressOf, copyOfBlog, type Running, startPopulus } from '../../cli/run-populus.ts'
import { flood } from './flood.mjs'
import { hostileUrl } from './hostile-urls.mjs'

const ADDRESSES = Number(process.env.FLOOD_ADDRESSES ?? 800)
const MB = 1_000_000
/**
 * The long form fills every cache. In the short one their room is smaller, so that they are full as well. About 70 MB of the heap are
 * alive then; V8 lets it grow to three times that before it collects what is not.
 */
const LONG = ADDRESSES >= 10_000
const MOST_BYTES = (LONG ? 400 : 230) * MB

const servers: Running[] = []
afterAll(() => {
  for (const { process } of servers) process.kill('SIGKILL')
})

async function start(env: Readonly<Record<string, string>>) {
  const running = startPopulus(['start', await copyOfBlog(), '--port', '0'], { NODE_ENV: 'production', ...env })
  servers.push(running)
  return { running, address: await addressOf(running), pid: running.process.pid! }
}

test(`${ADDRESSES} hostile addresses`, { timeout: 60_000 + ADDRESSES * 100 }, async () => {
  const { address, pid } = await start({
    POPULUS_METRICS: 'true',
    POPULUS_METRICS_TOKEN: 'token-of-the-test',
    POPULUS_CACHE_SIZE: String((LONG ? 64 : 8) * 1024 * 1024),
  })
  const { statuses, peak } = await flood({ address, pid, count: ADDRESSES })
  expect(statuses).toEqual({ 200: ADDRESSES })
  expect(peak).toBeLessThan(MOST_BYTES)
  const { bytes, budget } = await figuresOf(address)
  expect([...bytes.keys()].sort()).toEqual(['addresses', 'bodies', 'columns', 'plans', 'statements', 'totals'])
  expect([...bytes.values()].reduce((sum, value) => sum + value)).toBeLessThanOrEqual(budget)
  expect(bytes.get('plans')).toBeGreaterThan(budget / 64)
})

/** Of the hostile addresses the two longest shapes: 1,200 and 2,000 characters. */
const longUrl = (number: number) => hostileUrl(20 * number + (number % 2 === 0 ? 1 : 2))

test('340 of the longest addresses do not end a process that may have 512 MB', async () => {
  const { running, address, pid } = await start({ NODE_OPTIONS: '--max-old-space-size=512' })
  const { statuses, now } = await flood({ address, pid, count: 340, url: longUrl })
  expect(statuses).toEqual({ 200: 340 })
  expect(now).toBeLessThan(300 * MB)
  expect(running.process.exitCode).toBeNull()
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
