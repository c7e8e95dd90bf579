/**
 * A server with 512 MB of memory, enforced by the system, under mixed load. `MEMORY_SECONDS` says for how long: a minute by
 * `npm run test:long`, an hour by `npm run test:night`.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf, copyOfBlog, runPopulus, startPopulus } from '../../cli/run-populus.ts'
import { type MemoryGroup, memoryGroup } from '../../support/servers/memory-limit.ts'
import { picture } from '../../support/worlds/images.ts'
import { startMixedLoad } from './mixed-load.ts'

const SECONDS = Number(process.env.MEMORY_SECONDS ?? 0)
const MB = 2 ** 20
const LIMIT = 512 * MB
/** What must be left: the system kills without warning. */
const MARGIN = 48 * MB
const EXPORT_EVERY_SECONDS = 30
/** From when on all caches are full. After that, memory may not grow by more than this from the second third to the last. */
const FULL_SECONDS = 300
const MOST_GROWTH = 48 * MB

const group = SECONDS === 0 ? 'MEMORY_SECONDS is not set' : memoryGroup(LIMIT)
const isPossible = typeof group !== 'string'
const name = isPossible ? `${SECONDS} seconds of mixed load in 512 MB` : `mixed load in 512 MB: skipped, ${group}`

test.skipIf(!isPossible)(name, { timeout: 120_000 + SECONDS * 2000 }, async () => {
  const { entry, held, peak, killed, remove } = group as MemoryGroup
  const folder = await copyOfBlog()
  const server = startPopulus(['start', folder, '--port', '0'], { NODE_ENV: 'production' }, entry)
  onTestFinished(async () => {
    server.process.kill('SIGKILL')
    await server.finished
    await remove()
  })
  const address = await addressOf(server)
  const token = (await runPopulus('tokens', 'create', 'load', '--type', 'full-access', '--folder', folder)).out.trim()
  const image = await picture(6000, 4000).jpeg({ quality: 90 }).toBuffer()
  const load = startMixedLoad({ address, token, image })
  const samples: number[] = []
  const exports: (number | null)[] = []
  const begun = performance.now()
  const passed = () => (performance.now() - begun) / 1000
  while (passed() < SECONDS) {
    await pause(1000)
    samples.push(held())
    if (passed() / EXPORT_EVERY_SECONDS > exports.length + 1) exports.push(await exportOnce(folder, entry))
  }
  await load.stop()
  const figures = { image: image.length, peak: peak(), held: Math.max(...samples), ...thirds(samples) }
  process.stdout.write(
    `${JSON.stringify({ ...figures, exports: exports.length, ...Object.fromEntries(load.statuses) })}\n`,
  )
  expect(server.process.exitCode).toBeNull()
  expect(killed()).toBe(0)
  expect(figures.held).toBeLessThan(LIMIT - MARGIN)
  if (SECONDS >= FULL_SECONDS) expect(figures.last - figures.second).toBeLessThan(MOST_GROWTH)
  expect(exports.every(code => code === 0)).toBe(true)
  // Others wait, or are told to: 503. Nothing fails.
  expect([...load.statuses.keys()].filter(key => !/ (200|503)$/.test(key))).toEqual([])
  for (const kind of ['read', 'list', 'create', 'change', 'search', 'contains', 'upload'])
    expect(load.statuses.get(`${kind} 200`), kind).toBeGreaterThan(0)
})

/** Beside the server and within its memory, as in one container. */
async function exportOnce(folder: string, entry: readonly string[]): Promise<number | null> {
  const file = join(folder, 'export.jsonl')
  await rm(file, { force: true })
  const { finished } = startPopulus(['export', '--out', file, '--folder', folder], {}, entry)
  return (await finished).code
}

/** What was held in the middle of each third. */
function thirds(samples: readonly number[]) {
  const third = Math.ceil(samples.length / 3)
  const middle = (part: readonly number[]) => [...part].sort((a, b) => a - b)[Math.floor(part.length / 2)]!
  return {
    first: middle(samples.slice(0, third)),
    second: middle(samples.slice(third, 2 * third)),
    last: middle(samples.slice(-third)),
  }
}
