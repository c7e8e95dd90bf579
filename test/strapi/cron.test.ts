/** Tasks at fixed times run on one of several servers on a database. */
import { describe, expect, test } from 'vitest'
import { type CronTasks, createCron } from '../../src/strapi/run/cron.ts'
import type { Strapi } from '../../src/strapi/run/strapi-types.ts'
import { Lease } from '../../src/tasks/lease.ts'
import { openFeed } from '../changes/open-feed.ts'
import { PROJECT } from '../content/write/write-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'

describe.each(CLIENTS)('cron on %s', client => {
  test('two servers run each task once, and the second one continues when the first one stops', async () => {
    const { database } = await openFeed(await startedDatabase(client, PROJECT))
    const ran: string[] = []
    const failed: unknown[] = []
    const server = (name: string): { readonly lease: Lease; readonly cron: CronTasks } => {
      const lease = new Lease(database, 'cron')
      const isOurs = () => lease.hold()
      const cron = createCron({ strapi: () => ({}) as Strapi, isOurs, failed: error => failed.push(error) })
      cron.add({ tick: { task: () => ran.push(name), options: '* * * * * *' } }).start()
      return { lease, cron }
    }
    const servers = { one: server('one'), two: server('two') }
    await expect.poll(() => ran.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
    const [first] = ran
    expect(new Set(ran)).toEqual(new Set([first]))
    const stopped = first === 'one' ? servers.one : servers.two
    stopped.cron.stop()
    await stopped.lease.release()
    const other = first === 'one' ? 'two' : 'one'
    await expect.poll(() => ran.includes(other), { timeout: 60_000 }).toBe(true)
    for (const { cron } of Object.values(servers)) cron.stop()
    expect(failed).toEqual([])
  })
})
