/** `GET /metrics`: what it tells, and to whom. */
import { describe, expect, test } from 'vitest'
import { createMetrics } from '../../../src/http/operations/metrics.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, type Client } from '../../support/databases.ts'
import { WORLD, worldDatabase } from '../../support/worlds/world.ts'

const LOCAL = { host: 'localhost' }

type Access = { enabled?: boolean; token?: string; public?: boolean }

const app = async (client: Client, metrics: Access = { enabled: true, public: true }) =>
  buildTestApp({ folder: WORLD, database: await worldDatabase(client), metrics })

/** Without the figures that are different every time. */
const lines = (text: string, pattern: RegExp) => text.split('\n').filter(line => pattern.test(line))

const OURS = [
  'http_request_duration_seconds histogram',
  'populus_cache_budget_bytes gauge',
  'populus_cache_bytes gauge',
  'populus_cache_entries gauge',
  'populus_processes gauge',
  'populus_response_cache_bytes gauge',
  'populus_response_cache_entries gauge',
  'populus_response_cache_hits_total counter',
  'populus_response_cache_misses_total counter',
  'populus_expensive_reads_running gauge',
  'populus_expensive_reads_waiting gauge',
  'populus_expensive_reads_ended_total counter',
  'populus_reader_processes gauge',
  'populus_build_info gauge',
]
/** Some of those that prom-client collects. */
const NODES = [
  'process_cpu_seconds_total counter',
  'process_resident_memory_bytes gauge',
  'nodejs_heap_size_used_bytes gauge',
  'process_start_time_seconds gauge',
  'nodejs_eventloop_lag_p50_seconds gauge',
  'nodejs_eventloop_lag_p99_seconds gauge',
  'nodejs_eventloop_lag_max_seconds gauge',
]
const POOL = [
  'populus_database_connections_max gauge',
  'populus_database_connections_in_use gauge',
  'populus_database_waiting gauge',
]

describe.each(CLIENTS)('the figures on %s', client => {
  test('name every series, and count requests by route, method and class of status', async () => {
    const { inject } = await app(client)
    for (const url of ['/api/articles', '/api/articles?sort=secret', '/api/articles/1', '/api/articles/9999'])
      await inject({ method: 'GET', url })
    await inject({ method: 'GET', url: '/api/articles/2' })
    await inject({ method: 'GET', url: '/no/such/place?token=abc' })
    await inject({ method: 'DELETE', url: '/api/articles/1' })
    const { statusCode, headers, body } = await inject({ method: 'GET', url: '/metrics', headers: LOCAL })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
    const types = lines(body, /^# TYPE /).map(line => line.slice('# TYPE '.length))
    const ours = types.filter(type => /^(populus|http)_/.test(type))
    expect(ours.sort()).toEqual([...OURS, ...(client === 'postgres' ? POOL : [])].sort())
    expect(types).toEqual(expect.arrayContaining(NODES))
    expect(lines(body, /^http_request_duration_seconds_count/).sort()).toEqual([
      'http_request_duration_seconds_count{method="DELETE",route="/api/articles/:id",status="4xx"} 1',
      'http_request_duration_seconds_count{method="GET",route="/api/articles",status="2xx"} 1',
      'http_request_duration_seconds_count{method="GET",route="/api/articles",status="4xx"} 1',
      'http_request_duration_seconds_count{method="GET",route="/api/articles/:id",status="2xx"} 2',
      'http_request_duration_seconds_count{method="GET",route="/api/articles/:id",status="4xx"} 1',
      'http_request_duration_seconds_count{method="GET",route="none",status="4xx"} 1',
    ])
    expect(body).not.toMatch(/such|secret|token=/)
    // A server that has just started may still look at its tables.
    const pool = async () =>
      lines((await inject({ method: 'GET', url: '/metrics', headers: LOCAL })).body, /^populus_database/)
    if (client === 'postgres')
      await expect
        .poll(pool)
        .toEqual([
          'populus_database_connections_max 4',
          'populus_database_connections_in_use 0',
          'populus_database_waiting 0',
        ])
  })
})

describe('who may read the figures', () => {
  const ask = async (metrics: Access, headers: object, remoteAddress = '127.0.0.1') => {
    const { inject } = await app('sqlite', metrics)
    const { statusCode, headers: given } = await inject({
      method: 'GET',
      url: '/metrics',
      headers: { ...LOCAL, ...headers },
      remoteAddress,
    })
    return [statusCode, given['x-populus-error']]
  }

  test('nobody, unless they are switched on', async () => {
    expect(await ask({}, {})).toEqual([404, 'C201'])
    expect(await ask({ token: 'right' }, { authorization: 'Bearer right' })).toEqual([404, 'C201'])
  })

  test('without a token and without metrics.public nobody, the machine itself neither', async () => {
    expect(await ask({ enabled: true }, {})).toEqual([403, 'A304'])
    expect(await ask({ enabled: true }, {}, '192.0.2.1')).toEqual([403, 'A304'])
    expect(await ask({ enabled: true }, { authorization: 'Bearer ' })).toEqual([403, 'A304'])
  })

  test('everybody where metrics.public says so', async () => {
    expect(await ask({ enabled: true, public: true }, {}, '192.0.2.1')).toEqual([200, undefined])
  })

  test('with a token whoever sends it, and the machine itself only with it', async () => {
    const guarded = { enabled: true, token: 'right' }
    expect(await ask(guarded, { authorization: 'Bearer right' }, '192.0.2.1')).toEqual([200, undefined])
    expect(await ask(guarded, { authorization: 'Bearer righ' })).toEqual([401, 'A301'])
    expect(await ask(guarded, {})).toEqual([401, 'A301'])
  })
})

test('the figures of several processes are added up', async () => {
  const cache = () => ({ hits: 3, misses: 1, entries: 1, bytes: 1000 })
  const one = createMetrics({ version: '1.2.3', cache })
  const other = createMetrics({ version: '1.2.3', cache })
  const gather = async () => JSON.parse(JSON.stringify([await one.figures(), await other.figures()])) as object[]
  const asked = createMetrics({ version: '1.2.3', cache, gather })
  for (const metrics of [one, one, other]) metrics.count({ method: 'GET', route: '/x', status: 200, seconds: 0.002 })
  const text = await asked.text()
  const counted = 'http_request_duration_seconds_bucket{le="'
  expect(text).toContain(`${counted}0.001",method="GET",route="/x",status="2xx"} 0\n`)
  expect(text).toContain(`${counted}0.0025",method="GET",route="/x",status="2xx"} 3\n`)
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/x",status="2xx"} 3\n')
  expect(text).toContain('populus_response_cache_hits_total 6\n')
  expect(text).toContain('populus_response_cache_misses_total 2\n')
  expect(text).toContain('populus_response_cache_entries 2\n')
  expect(text).toContain('populus_response_cache_bytes 2000\n')
  expect(text).toContain('populus_processes 2\n')
  expect(text).toContain(`populus_build_info{version="1.2.3",node="${process.version}"} 1\n`)
})
