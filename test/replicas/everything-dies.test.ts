/**
 * Servers, replicas and the primary are killed with `kill -9`, and replicas are paused and delayed, while everybody reads and writes. Nothing is stale,
 * torn or lost; with a server whose check of positions is taken out, the same is.
 */
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { onServer, temporaryFolder } from '../support/databases.ts'
import { MortalCluster } from './mortal-cluster.ts'
import { fetching, pause, runTraffic, type Traffic } from './pair-traffic.ts'

const READS = Number(process.env.REPLICA_READS ?? 400)
const LONG = { timeout: 3_600_000 }
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SERVER = join('dist', 'cli', 'main.js')

/** All in random order, then again. */
const DISTURBANCES = ['killServer', 'killReplica', 'pauseReplica', 'delayReplica', 'killPrimary'] as const
type Disturbance = (typeof DISTURBANCES)[number]

interface Disturbed {
  readonly reads: number
  readonly disturbances: readonly Disturbance[]
}

async function disturbed(cluster: MortalCluster, { reads, disturbances }: Disturbed): Promise<Traffic> {
  const done = new Set<Disturbance>()
  let next: Disturbance[] = []
  const put = async (path: string, number: number) => {
    const body = JSON.stringify({ data: { body: String(number) } })
    const headers = { 'content-type': 'application/json' }
    const { addresses } = cluster
    const address = addresses[number % addresses.length]!
    const answer = await fetch(`${address}${path}`, { method: 'PUT', body, headers })
    await answer.arrayBuffer()
    return answer.status === 200
  }
  return runTraffic({
    ask: fetching(() => cluster.addresses),
    writer: cluster.writer,
    foreign: () => cluster.primary.url,
    put,
    reads,
    enough: () => done.size === disturbances.length,
    disturb: async () => {
      if (next.length === 0) next = [...disturbances].sort(() => Math.random() - 0.5)
      const disturbance = next.pop()!
      await cluster[disturbance]()
      done.add(disturbance)
      await pause(Math.random() * 500)
    },
  })
}

/** The numbers of the first note of each pair, and of the one behind them. */
async function storedOn(url: string): Promise<readonly number[]> {
  let stored: readonly number[] = []
  await onServer(url, async sql => {
    const rows = await sql.unsafe('select body from notes where id % 2 = 1 order by id').values()
    stored = rows.map(([body]) => Number(body))
  })
  return stored
}

test('everything is killed, and nothing is stale, torn or lost', LONG, async () => {
  const cluster = await MortalCluster.start(join(ROOT, SERVER))
  const traffic = await disturbed(cluster, { reads: READS, disturbances: DISTURBANCES })
  const { stale, torn, acknowledged, writes } = traffic
  expect({ stale, torn }).toEqual({ stale: [], torn: [] })
  expect(writes).toBeGreaterThan(10)
  for (const number of acknowledged) expect(number).toBeGreaterThan(0)
  const stored = await storedOn(cluster.primary.url)
  const lost = acknowledged.filter((number, place) => !(stored[place]! >= number))
  expect(lost).toEqual([])
  await cluster.inUse()
})

test('without the check of the position, the same is stale', LONG, async () => {
  const cluster = await MortalCluster.start(await buildWithoutPositions())
  const { stale } = await disturbed(cluster, { reads: 2000, disturbances: ['pauseReplica', 'delayReplica'] })
  expect(stale.length).toBeGreaterThan(0)
})

/** A copy of the build whose replicas are always taken to be far enough. */
async function buildWithoutPositions(): Promise<string> {
  const folder = temporaryFolder()
  await mkdir(join(folder, 'dist'), { recursive: true })
  await cp(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true })
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const chunks = join(folder, 'dist', 'chunks')
  let changed = 0
  for (const name of await readdir(chunks)) {
    const text = await readFile(join(chunks, name), 'utf8')
    const broken = text.replace(/( of\(change\) \{\n)( +const marks = )/, '$1return 0;\n$2')
    if (broken === text) continue
    await writeFile(join(chunks, name), broken)
    changed += 1
  }
  expect(changed).toBe(1)
  return join(folder, SERVER)
}
