/** The primary fails, and a replica takes its place while the other one follows it. */
import { expect, test } from 'vitest'
import { onServer } from '../support/databases.ts'
import type { PostgresServer } from '../support/servers/embedded-server.ts'
import { followAnother, promote } from '../support/servers/standby-server.ts'
import { asking, pause, runTraffic, type Traffic } from './pair-traffic.ts'
import { type ReplicatedNotes, replicasOf, replicatedNotes } from './replicated-notes.ts'

const READS = Number(process.env.REPLICA_READS ?? 400)
const LONG = { timeout: 3_600_000 }

/** Both replicas must have a write before it is acknowledged. */
const BOTH = `alter system set synchronous_standby_names = 'FIRST 2 (*)'`

async function synchronousNotes(apps: number): Promise<ReplicatedNotes> {
  const notes = await replicatedNotes({ apps, replicas: 2, mode: 'asynchronous', failover: true })
  await onServer(notes.primary.url, async sql => {
    await sql.unsafe(BOTH)
    await sql.unsafe('select pg_reload_conf()')
  })
  return notes
}

/** The first replica becomes the primary, and the second one follows it. */
async function failOver({ primary, replicas: [first, second] }: ReplicatedNotes): Promise<void> {
  await primary.kill()
  await promote(first!)
  await followAnother(second!, first!)
}

async function expectNothingLost({ url }: PostgresServer, { acknowledged }: Traffic): Promise<void> {
  await onServer(url, async sql => {
    const rows = await sql.unsafe('select body from notes order by id').values()
    const stored = acknowledged.map((_, pair) => Number(rows[2 * pair]?.[0]))
    for (const [pair, number] of acknowledged.entries()) expect(stored[pair]).toBeGreaterThanOrEqual(number)
  })
}

test(
  'with synchronous replication nothing is lost, stale or torn, and the other replica is used again',
  LONG,
  async () => {
    const notes = await synchronousNotes(2)
    const [first] = notes.replicas
    const states = async () => (await replicasOf(notes.apps[0]!)).map(({ state }) => state)
    await expect.poll(states, { timeout: 60_000 }).toEqual(['in use', 'in use'])
    let isOver = false
    const traffic = await runTraffic({
      ask: asking(notes.apps),
      writer: notes.writer,
      foreign: () => (isOver ? first!.url : notes.primary.url),
      reads: READS,
      disturb: async () => {
        await pause(1000)
        if (isOver) return
        isOver = true
        await failOver(notes)
      },
    })
    const { stale, torn, writes } = traffic
    expect({ stale, torn, isOver }).toEqual({ stale: [], torn: [], isOver: true })
    expect(writes).toBeGreaterThan(5)
    await expectNothingLost(first!, traffic)
    await expect.poll(states, { timeout: 60_000 }).toEqual(['promoted', 'in use'])
  },
)

test('a write that the new primary does not have is not answered from what was kept', LONG, async () => {
  const notes = await replicatedNotes({ apps: 2, replicas: 1, mode: 'asynchronous', failover: true })
  const [replica] = notes.replicas
  const bodies = async () => {
    const answers = notes.apps.map(app => app.inject({ method: 'GET', url: '/api/notes/1' }))
    return (await Promise.all(answers)).map(answer => answer.json().data?.attributes.body)
  }
  await onServer(replica!.url, async sql => {
    await sql.unsafe(`alter system set primary_conninfo = ''`)
    await sql.unsafe('select pg_reload_conf()')
  })
  await expect
    .poll(async () => {
      const rows: unknown[] = []
      await onServer(replica!.url, async sql => rows.push(...(await sql.unsafe('select 1 from pg_stat_wal_receiver'))))
      return rows.length
    })
    .toBe(0)
  await onServer(notes.primary.url, sql => sql.unsafe(`update notes set body = 'lost' where id = 1`))
  for (let round = 0; round < 3; round += 1) expect(await bodies()).toEqual(['lost', 'lost'])
  await notes.primary.kill()
  await promote(replica!)
  await expect.poll(bodies, { timeout: 60_000 }).toEqual(['0', '0'])
})
