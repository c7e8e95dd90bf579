/** What stands between the server and PostgreSQL: what is refused, with which words, and what works. */
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { openDatabase } from '../../src/tables/open-database.ts'
import { freshDatabase, type PostgresConfig } from '../support/databases.ts'
import { type PostgresServer, startPostgresServer } from '../support/servers/embedded-server.ts'
import { startStandby } from '../support/servers/standby-server.ts'
import { transactionPooler } from '../support/servers/transaction-pooler.ts'
import { query } from './small-world.ts'

/** The words for the person at the terminal. */
async function refusal(database: DatabaseConfig): Promise<string> {
  const opened = await openDatabase({ database, limits: DEFAULT_LIMITS }, {}).catch((error: Error) => error)
  if (opened instanceof Error) return opened.message
  await opened.close()
  return 'opened'
}

describe('a pooler that gives every transaction another session', () => {
  let direct: PostgresConfig
  beforeAll(async () => {
    direct = await freshDatabase('postgres')
  })

  test.each([1, 3])('is refused, also when it has %i sessions: nobody could listen for changes', async size => {
    const url = await transactionPooler(direct.url, { size })
    expect(await refusal({ ...direct, url })).toContain('use pool_mode = session, or name an address')
  })

  test('is refused as the address to listen at', async () => {
    const listenUrl = await transactionPooler(direct.url)
    expect(await refusal({ ...direct, listenUrl })).toContain('(pool_mode = transaction)')
  })

  test('is refused beside a direct address when it loses prepared statements', async () => {
    const url = await transactionPooler(direct.url)
    expect(await refusal({ ...direct, url, listenUrl: direct.url })).toContain('loses prepared statements')
  })
})

test('Pgpool-II is refused', async () => {
  const direct = await freshDatabase('postgres')
  const url = await transactionPooler(direct.url, { pgpool: true })
  expect(await refusal({ ...direct, url })).toContain('it is reached through Pgpool-II')
})

test('an address to listen at that is the same server works, another one is refused', async () => {
  const direct = await freshDatabase('postgres')
  expect(await refusal({ ...direct, listenUrl: direct.url })).toBe('opened')
  const other = await startPostgresServer()
  try {
    expect(await refusal({ ...direct, listenUrl: other.url })).toContain(
      'database.listenUrl leads to another PostgreSQL',
    )
  } finally {
    await other.remove()
  }
})

test('the settings of a session are set after it was opened, and again on every new one', async () => {
  const direct = await freshDatabase('postgres')
  const database = await openDatabase({ database: direct, limits: { ...DEFAULT_LIMITS, statementTimeout: 1234 } }, {})
  const settings = () =>
    query(
      database,
      `select current_setting('search_path'), current_setting('statement_timeout'), current_setting('timezone'),
        current_setting('datestyle')`,
    )
  const wanted = [['"public"', '1234ms', 'UTC', 'ISO, MDY']]
  expect(await settings()).toEqual(wanted)
  const sql = postgres(direct.url, { max: 1 })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'populus' and datname = current_database()`
  await sql.end()
  const again = () => settings().catch(() => undefined)
  await expect.poll(again).toEqual(wanted)
  await database.close()
})

describe('a primary and its standby', () => {
  let primary: PostgresServer
  let standby: PostgresServer
  let config: PostgresConfig
  beforeAll(async () => {
    primary = await startPostgresServer()
    standby = await startStandby(primary)
    config = { ...(await freshDatabase('postgres')), url: primary.url }
  })
  afterAll(async () => {
    await standby.remove()
    await primary.remove()
  })

  const hosts = (urls: readonly string[], attributes = '') => {
    const names = urls.map(url => new URL(url).host).join(',')
    const { username, password, pathname } = new URL(urls[0]!)
    return `postgres://${username}:${password}@${names}${pathname}${attributes}`
  }

  test('the standby alone is refused', async () => {
    expect(await refusal({ ...config, url: standby.url })).toContain('it is a standby, which takes no writes')
  })

  test.each(['', '?target_session_attrs=read-write', '?target_session_attrs=primary', '?target_session_attrs=any'])(
    'of several hosts the primary is found, in whichever order (%s)',
    async attributes => {
      const nobody = 'postgres://x:y@127.0.0.1:1/postgres'
      for (const urls of [
        [standby.url, primary.url],
        [primary.url, standby.url],
        [primary.url, nobody, standby.url],
      ]) {
        const database = await openDatabase(
          { database: { ...config, url: hosts(urls, attributes) }, limits: DEFAULT_LIMITS },
          {},
        )
        expect(await query(database, 'select pg_is_in_recovery()')).toEqual([[false]])
        await database.close()
      }
    },
  )

  test('a host that is gone is named where no other one is a primary', async () => {
    const urls = [standby.url, 'postgres://x:y@127.0.0.1:1/postgres']
    expect(await refusal({ ...config, url: hosts(urls) })).toContain('ECONNREFUSED')
  })
})
