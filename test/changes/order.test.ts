/** Readers of the feed never miss a change, however late it is committed, and never see one twice. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '../../src/changes/change.ts'
import { dropChanges } from '../../src/changes/drop-changes.ts'
import { type Feed, readChanges } from '../../src/changes/read-changes.ts'
import { openWriteApp, type WriteApp, writeAppOn } from '../content/write/write-app.ts'
import { CLIENTS, onServer } from '../support/databases.ts'
import { openFeed } from './open-feed.ts'

/** How many writes each of the writers makes. */
const WRITES = Number(process.env.FEED_WRITES ?? 15)

describe.each(CLIENTS)('the order of changes on %s', client => {
  let servers: readonly [WriteApp, WriteApp]
  let feed: Feed

  beforeAll(async () => {
    const first = await openWriteApp(client)
    servers = [first, await writeAppOn(first.database)]
    feed = await openFeed(first.database)
  })

  async function all(since: string | undefined): Promise<readonly Change[]> {
    const found: Change[] = []
    for (
      let page = await readChanges(feed, { since, limit: 7 });
      ;
      page = await readChanges(feed, { since: page.next, limit: 7 })
    ) {
      found.push(...page.changes)
      if (!page.more) return found
    }
  }

  it(
    'a reader beside writers on two servers gets exactly what a later reader gets',
    async () => {
      const { next: start } = await readChanges(feed, { since: 'now', limit: 1 })
      const expected: string[] = []
      const write = async (server: WriteApp, writer: number) => {
        for (let turn = 0; turn < WRITES; turn += 1) {
          const id = await server.create('labels', { name: `${writer} ${turn}` })
          expected.push(`create ${id}`)
          if (turn % 2 === 0) continue
          await servers[turn % 4 === 1 ? 0 : 1].send('PUT', `labels/${id}`, { name: 'again' })
          expected.push(`update ${id}`)
          if (turn % 3 === 0) continue
          await server.send('DELETE', `labels/${id}`)
          expected.push(`delete ${id}`)
        }
      }
      let writing = true
      const seen: Change[] = []
      const read = async () => {
        for (let since = start; ; ) {
          const wasWriting = writing
          const page = await readChanges(feed, { since, limit: 5 })
          seen.push(...page.changes)
          since = page.next
          if (!wasWriting && page.changes.length === 0) return
          await new Promise(resolve => setImmediate(resolve))
        }
      }
      const reading = read()
      await Promise.all([0, 1, 2, 3, 4, 5].map(writer => write(servers[writer % 2 === 0 ? 0 : 1], writer)))
      writing = false
      await reading
      expect(seen).toEqual(await all(start))
      expect(seen.map(({ action, id }) => `${action} ${id}`).sort()).toEqual([...expected].sort())
      for (const id of new Set(seen.map(each => each.id)))
        expect(['create', 'create update', 'create update delete']).toContain(
          seen
            .filter(each => each.id === id)
            .map(({ action }) => action)
            .join(' '),
        )
    },
    60_000 + WRITES * 1000,
  )

  it.runIf(client === 'postgres')('a change that is committed late comes late', async () => {
    const { database } = servers[0]
    const { next: start } = await readChanges(feed, { since: 'now', limit: 1 })
    if (database.client !== 'postgres') return
    await onServer(database.url, sql =>
      sql.begin(async late => {
        await late`insert into populus.changes_public (uid, entry_id, action, changed_at) values ('late', 1, 'update', 0)`
        const id = await servers[0].create('labels', { name: 'early' })
        expect((await all(start)).map(change => change.id)).toEqual([id])
      }),
    )
    const changes = await all(start)
    expect(changes.map(({ type }) => type)).toEqual(['api::label.label', 'late'])
    expect(changes[1]!.position).toBeGreaterThan(changes[0]!.position)
  })

  it('old changes are dropped, and readers who have missed them are told', async () => {
    const oldest = (await all(undefined))[0]!
    const { next: middle } = await readChanges(feed, { since: undefined, limit: 3 })
    await dropChanges(feed, oldest.at)
    expect((await all(undefined))[0]).toEqual(oldest)
    await dropChanges(feed, Date.now() + 1000)
    expect(await all(undefined)).toEqual([])
    await expect(readChanges(feed, { since: middle, limit: 1 })).rejects.toMatchObject({ key: 'changesGone' })
    const id = await servers[1].create('labels', { name: 'after' })
    expect((await all(undefined)).map(change => change.id)).toEqual([id])
  })
})
