/** Reads from replicas: as exact as those of the primary, whatever the replica does. */
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import type { ReadSteps } from '../../src/storage/database.ts'
import { LogPositions } from '../../src/storage/postgres/replicas/log-positions.ts'
import { openDatabase } from '../../src/tables/open-database.ts'
import { onServer, postgresConfig } from '../support/databases.ts'
import { asking, pause, runTraffic } from './pair-traffic.ts'
import { type ReplicatedNotes, replicasOf, replicatedNotes } from './replicated-notes.ts'

const READS = Number(process.env.REPLICA_READS ?? 1500)
const LONG = { timeout: 3_600_000 }

let notes: ReplicatedNotes
beforeAll(async () => {
  notes = await replicatedNotes({ apps: 2, replicas: 1, mode: 'asynchronous' })
}, LONG.timeout)

const onReplica = (text: string) => onServer(notes.replicas[0]!.url, sql => sql.unsafe(text))
const inUse = () =>
  expect
    .poll(async () => (await Promise.all(notes.apps.map(replicasOf))).flat().map(({ state }) => state), {
      timeout: 60_000,
    })
    .toEqual(['in use', 'in use'])
const traffic = (reads: number, disturb?: () => Promise<void>) =>
  runTraffic({
    ask: asking(notes.apps),
    writer: notes.writer,
    foreign: () => notes.primary.url,
    reads,
    ...(disturb === undefined ? {} : { disturb }),
  })

test('most reads are answered by the replica, and none is stale or torn', LONG, async () => {
  await inUse()
  const { stale, torn, failed, writes } = await traffic(READS)
  expect({ stale, torn, failed }).toEqual({ stale: [], torn: [], failed: 0 })
  expect(writes).toBeGreaterThan(10)
  for (const app of notes.apps) {
    const [replica] = await replicasOf(app)
    expect(replica).toMatchObject({ state: 'in use', lag: expect.any(Number) })
    expect(replica!.share).toBeGreaterThan(0.2)
  }
  const { body } = await notes.apps[0]!.inject({ method: 'GET', url: '/metrics' })
  const { host } = new URL(notes.replicas[0]!.url)
  expect(body).toContain(`populus_replica_in_use{replica="${host}"} 1`)
  expect(body).toMatch(/populus_replica_reads_total\{replica="[\d.:]+"\} \d+/)
})

test('a replica that is paused again and again is left out while it is behind', LONG, async () => {
  await inUse()
  const { stale, torn, failed } = await traffic(READS, async () => {
    await onReplica('select pg_wal_replay_pause()')
    await pause(Math.random() * 300)
    await onReplica('select pg_wal_replay_resume()')
    await pause(Math.random() * 300)
  })
  expect({ stale, torn, failed }).toEqual({ stale: [], torn: [], failed: 0 })
  await inUse()
})

/** Both notes of the first pair, one after the other, with a second between them. */
function* slowly(): ReadSteps<readonly unknown[]> {
  const read = (id: number, more = '') => ({ text: `select body${more} from notes where id = ${id}`, values: [] })
  const [first = []] = yield [read(1, ', pg_sleep(1)')]
  const [second = []] = yield [read(2)]
  return [first[0]?.[0], second[0]?.[0]]
}

test('a read whose table changes meanwhile is answered by the replica all the same, as of one moment', async () => {
  const replicas = notes.replicas.map(({ url }) => url)
  const database = await openDatabase(
    { database: { ...postgresConfig(notes.primary.url, 'postgres'), replicas }, limits: DEFAULT_LIMITS },
    {},
  )
  onTestFinished(() => database.close())
  const figures = () => database.replicas!()[0]!
  await expect.poll(() => figures().state).toBe('in use')
  const change = async (body: string) => {
    await pause(300)
    await onServer(notes.primary.url, sql => sql.unsafe(`update notes set body = '${body}' where id in (1, 2)`))
  }
  await change('1')
  await database.catchUp()
  const [unchanged] = await Promise.all([database.readUnchanged(['notes'], slowly()), change('2')])
  expect(unchanged).toBeUndefined()
  // On a busy machine the replica may be too late, and says so.
  let moment: readonly unknown[] | undefined
  let body = 2
  while (moment === undefined) {
    await expect.poll(() => figures().state).toBe('in use')
    await database.catchUp()
    const [found] = await Promise.all([database.readOnReplica!(['notes'], slowly()), change(String(body + 1))])
    moment = found
    body += 1
  }
  expect(moment).toEqual([String(body - 1), String(body - 1)])
  expect(figures()).toMatchObject({ answers: 1, share: expect.any(Number) })
})

test('without the check of the position, the same traffic is stale', LONG, async () => {
  await inUse()
  const check = vi.spyOn(LogPositions.prototype, 'of').mockReturnValue(0)
  try {
    await onReplica('select pg_wal_replay_pause()')
    const { stale } = await traffic(500)
    expect(stale.length).toBeGreaterThan(0)
  } finally {
    check.mockRestore()
    await onReplica('select pg_wal_replay_resume()')
  }
})

test('a replica that is killed is left out, and comes back', LONG, async () => {
  await inUse()
  const [replica] = notes.replicas
  let kills = 0
  const { stale, torn, failed } = await traffic(READS, async () => {
    await pause(200)
    if (kills >= Math.max(1, READS / 20_000)) return
    kills += 1
    await replica!.kill()
    await pause(Math.random() * 500)
    replica!.launch()
    await inUse()
  })
  expect({ stale, torn, failed }).toEqual({ stale: [], torn: [], failed: 0 })
  expect(kills).toBeGreaterThan(0)
  await inUse()
})

test('a replica that is promoted is left out: it has a history of its own', LONG, async () => {
  await inUse()
  await onReplica('select pg_promote()')
  await onServer(notes.replicas[0]!.url, sql => sql.unsafe(`update notes set body = '-1000'`))
  const { stale, torn, failed } = await traffic(200)
  expect({ stale, torn, failed }).toEqual({ stale: [], torn: [], failed: 0 })
  for (const app of notes.apps) expect(await replicasOf(app)).toMatchObject([{ state: 'promoted' }])
})
