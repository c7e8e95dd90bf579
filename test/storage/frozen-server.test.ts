/** A PostgreSQL that is there but says nothing, as after SIGSTOP: 503 in time, and nothing stale once it speaks again. */
import { execFileSync } from 'node:child_process'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT } from '../content/write/write-app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { postgresConfig } from '../support/databases.ts'
import { type PostgresServer, startPostgresServer } from '../support/servers/embedded-server.ts'

const TIMEOUT = 2000

let server: PostgresServer
let sql: postgres.Sql
let address: string

beforeAll(async () => {
  server = await startPostgresServer()
  const database = postgresConfig(server.url, 'postgres')
  const input = { folder: PROJECT, database, dialect: 'strapi4', development: false } as const
  const limits = { statementTimeout: TIMEOUT }
  const app = await buildTestApp({ ...input, limits, cache: { announcedOnly: false } })
  address = (await app.listen()).address
  sql = postgres(server.url, { max: 1, onnotice: () => undefined })
  const body = JSON.stringify({ data: { title: '0', code: 'first' } })
  const headers = { 'content-type': 'application/json' }
  const created = await fetch(`${address}/api/items`, { method: 'POST', headers, body })
  expect(created.status).toBe(200)
})

afterAll(async () => {
  await sql.end({ timeout: 1 })
  await server.remove()
})

interface Reply {
  readonly status: number
  readonly title: string | undefined
}

async function ask(path: string, init?: RequestInit): Promise<Reply> {
  const response = await fetch(`${address}${path}`, init)
  const text = await response.text()
  const [, title] = /"title":"(\d+)"/.exec(text) ?? []
  return { status: response.status, title }
}

const signal = (name: 'SIGSTOP' | 'SIGCONT', pids: readonly number[]) => {
  for (const pid of pids) process.kill(pid, name)
}

const childrenOf = (pid: number) =>
  execFileSync('pgrep', ['-P', String(pid)])
    .toString()
    .trim()
    .split('\n')
    .map(Number)

test('the whole server is frozen: 503 in time, kept answers included; afterwards everything is as before', async () => {
  const kept = '/api/items?fields=title'
  for (let round = 0; round < 3; round += 1) expect(await ask(kept)).toMatchObject({ status: 200, title: '0' })
  const postmaster = await server.pid()
  const pids = [postmaster, ...childrenOf(postmaster)]
  signal('SIGSTOP', pids)
  try {
    const update = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"data":{"text":"x"}}' }
    const replies = await Promise.all([ask(kept), ask('/api/items?sort=code'), ask('/api/items/1', update)])
    expect(replies.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(await ask('/_health')).toMatchObject({ status: 204 })
    expect((await ask(kept)).status).toBe(503)
  } finally {
    signal('SIGCONT', pids)
  }
  await expect.poll(() => ask(kept)).toMatchObject({ status: 200, title: '0' })
  await sql`update items set title = '1'`
  expect(await ask(kept)).toMatchObject({ status: 200, title: '1' })
})

test('only our sessions are frozen while somebody else writes: no answer is older than that', async () => {
  const kept = '/api/items?fields=title'
  expect(await ask(kept)).toMatchObject({ status: 200, title: '1' })
  const rows = await sql`select pid from pg_stat_activity where application_name = 'populus'`
  const pids = rows.map(({ pid }) => Number(pid))
  expect(pids.length).toBeGreaterThan(1)
  signal('SIGSTOP', pids)
  try {
    await sql`update items set title = '2'`
    for (let round = 0; round < 3; round += 1) {
      const reply = await ask(kept)
      expect([200, 503]).toContain(reply.status)
      if (reply.status === 200) expect(reply.title).toBe('2')
    }
  } finally {
    signal('SIGCONT', pids)
  }
  await expect.poll(() => ask(kept)).toMatchObject({ status: 200, title: '2' })
  await sql`update items set title = '3'`
  expect(await ask(kept)).toMatchObject({ status: 200, title: '3' })
})
