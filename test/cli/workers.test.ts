/** Several processes on one port: they start and stop together, one that dies is replaced, and all see every write. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { PROJECT } from '../content/write/write-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { CLIENTS, temporaryFolder } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { halfARequest, statusOf } from './half-a-request.ts'
import { runHere } from './run-here.ts'
import { addressOf, copyOfBlog, type Running, startPopulus } from './run-populus.ts'

const PATIENCE = { interval: 100 }

let folder: string
beforeAll(async () => {
  folder = await copyOfBlog()
})

const servers: Running[] = []
const start = (words: readonly string[] = [], env = {}): Running => {
  const running = startPopulus(['start', folder, '--port', '0', '--workers', '2', ...words], env)
  servers.push(running)
  return running
}
cleanUp(() => Promise.all(servers.splice(0).map(kill)))

async function kill({ process, finished }: Running): Promise<void> {
  process.kill('SIGKILL')
  await finished
}

describe('populus start --workers 2', () => {
  describe('a server', () => {
    let running: Running
    let address: string
    let workers: readonly number[]
    beforeAll(async () => {
      running = start([], { NODE_ENV: 'production', POPULUS_METRICS: 'true', POPULUS_METRICS_PUBLIC: 'true' })
      address = await addressOf(running)
      workers = await workersOf(running)
      expect(workers).toHaveLength(2)
    })

    test('tells the figures of all workers, whichever is asked', async () => {
      for (let connection = 0; connection < 4; connection++)
        expect(await statusOf(`${address}/api/articles/1`)).toBe(200)
      for (let connection = 0; connection < 2; connection++) {
        const text = await (await fetch(`${address}/metrics`, { headers: { connection: 'close' } })).text()
        expect(text).toContain('populus_processes 2\n')
        expect(text).toContain('_count{method="GET",route="/api/articles/:id",status="2xx"} 4\n')
      }
    })

    test('counts attempts to sign in over all workers', async () => {
      const attempt = async () => {
        const headers = { 'content-type': 'application/json', connection: 'close' }
        const body = JSON.stringify({ identifier: 'nobody', password: 'wrong' })
        return (await fetch(`${address}/api/auth/local`, { method: 'POST', headers, body })).status
      }
      const statuses: number[] = []
      for (let count = 0; count < 12; count++) statuses.push(await attempt())
      expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429])
    })

    test('another one says what to do when the port is taken', async () => {
      const { code, out, error } = await start(['--port', new URL(address).port]).finished
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(error).toMatch(/^The server cannot listen\n {2}- process \d+ \(node\) uses port \d+; [^\n]*\n$/)
    })

    test('lets the running request finish after SIGTERM to the whole group, and ends with 0', () =>
      endsInPeace(running, 'SIGTERM'))

    test('has said once that it is ready, at one address, and one code for the first administrator', async () => {
      const { out } = await running.finished
      const [ready, panel, line, ...rest] = out.split('\n')
      expect([ready, rest]).toEqual([`Populus is ready at ${address}`, ['']])
      expect(panel).toBe(`The admin panel is at ${address}/admin`)
      expect(line).toMatch(
        /^There is no administrator yet. Create the first one within 24 hours at .*\?code=[A-Z2-9-]{23}$/,
      )
    })
  })

  test('replaces a worker that was killed, serves at the same address when all were, and ends after SIGINT', async () => {
    const running = start()
    const address = await addressOf(running)
    const [first, second] = await workersOf(running)
    process.kill(first!, 'SIGKILL')
    await gone(first!)
    for (let connection = 0; connection < 4; connection++) expect(await statusOf(`${address}/api/articles`)).toBe(200)
    const [third] = await newWorkers(running, [first!, second!], 1)
    process.kill(second!, 'SIGKILL')
    process.kill(third!, 'SIGKILL')
    await newWorkers(running, [first!, second!, third!], 2)
    await expect.poll(() => statusOf(`${address}/api/articles`), PATIENCE).toBe(200)
    await endsInPeace(running, 'SIGINT')
    expect(running.error()).toContain(`Worker ${first} ended with SIGKILL; starting another one`)
  })

  test('answers the requests that were on their way to workers that were killed', async () => {
    const running = start()
    const address = await addressOf(running)
    const [first, second] = await workersOf(running)
    const ask = () => Promise.all(Array.from({ length: 6 }, () => statusOf(`${address}/api/articles`)))
    const stopAndAsk = async (workers: readonly number[]) => {
      for (const worker of workers) process.kill(worker, 'SIGSTOP')
      const answers = ask()
      // Each of them has been handed a connection by then, and has not taken it.
      await pause(1000)
      return { answers }
    }
    const { answers } = await stopAndAsk([first!, second!])
    process.kill(first!, 'SIGKILL')
    await gone(first!)
    process.kill(second!, 'SIGCONT')
    expect(await answers).toEqual(Array(6).fill(200))
    const [third] = await newWorkers(running, [first!, second!], 1)
    const { answers: told } = await stopAndAsk([second!, third!])
    for (const worker of [second!, third!]) process.kill(worker, 'SIGKILL')
    // Nobody is left to answer them, so they are told to come back.
    expect(await told).toEqual(Array(6).fill(503))
    await expect.poll(() => statusOf(`${address}/api/articles`), PATIENCE).toBe(200)
    await endsInPeace(running, 'SIGINT')
  })

  test('keeps its port, and says that it is starting, while all workers are gone', async () => {
    const mark = join(temporaryFolder(), 'wait')
    const waits = `import{existsSync}from'node:fs';if(process.env.POPULUS_WORKER)while(existsSync(${JSON.stringify(mark)}))await new Promise(r=>setTimeout(r,50))`
    const running = start([], { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(waits)}` })
    const address = await addressOf(running)
    const workers = await workersOf(running)
    await writeFile(mark, '')
    for (const worker of workers) process.kill(worker, 'SIGKILL')
    await newWorkers(running, workers, 2)
    await expect.poll(() => statusOf(`${address}/api/articles`), PATIENCE).toBe(503)
    await rm(mark)
    await expect.poll(() => statusOf(`${address}/api/articles`), PATIENCE).toBe(200)
    await endsInPeace(running, 'SIGINT')
  })

  test('gives up when no worker can be started', async () => {
    const dies = 'data:text/javascript,if(process.env.POPULUS_WORKER)process.exit(7)'
    const { code, out, error } = await start([], { NODE_OPTIONS: `--import=${dies}` }).finished
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(error.trimEnd().split('\n').slice(-2)).toEqual([
      'No worker can start',
      '  - the last one ended with exit code 7',
    ])
  })

  test.each([
    ['0', 'expected a whole number from 1 to 64, got 0'],
    ['many', 'expected a whole number from 1 to 64, got "many"'],
  ])('refuses --workers %s', async (count, problem) => {
    const { code, error } = await runHere(['start', folder, '--workers', count])
    expect({ code, error }).toEqual({ code: 1, error: `The settings have problems\n  - --workers: ${problem}\n` })
  })
})

/** A signal to the whole group lets the running request finish; then all of them end. */
async function endsInPeace(running: Running, signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  const address = await addressOf(running)
  const workers = await workersOf(running)
  const slow = await halfARequest(address)
  for (const worker of workers) process.kill(worker, signal)
  running.process.kill(signal)
  await expect.poll(() => statusOf(`${address}/_health`), PATIENCE).toBe('refused')
  expect(running.process.exitCode).toBeNull()
  expect(await slow.finish()).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n.*"name":"ForbiddenError".*\}$/s)
  expect((await running.finished).code).toBe(0)
  await Promise.all(workers.map(gone))
}

describe.each(CLIENTS)('two workers on %s', client => {
  let running: Running
  let address: string
  beforeAll(async () => {
    const { words, env } = await writeProject(await startedDatabase(client, PROJECT))
    running = startPopulus(words, env)
    servers.push(running)
    address = await addressOf(running)
  })

  test('what one has acknowledged, every later request to any of them sees', async () => {
    const clients = Array.from({ length: 6 }, () => connectionTo(address))
    const { body } = await clients[0]!('POST', '/api/items', { title: 'round 0', code: 'shared' })
    const path = `/api/items/${(body as { data: { id: number } }).data.id}?fields=title`
    for (let round = 1; round <= 40; round++) {
      const title = `round ${round}`
      const writer = clients[round % clients.length]!
      expect((await writer('PUT', path, { title })).status).toBe(200)
      const answers = await Promise.all(clients.map(client => client('GET', path)))
      const seen = answers.map(({ body }) => (body as { data: { attributes: unknown } }).data.attributes)
      expect(seen).toEqual(clients.map(() => ({ title })))
    }
  })

  test.runIf(client === 'sqlite')('a second signal ends all of them at once', async () => {
    const workers = await workersOf(running)
    const slow = await halfARequest(address, '/api/items')
    running.process.kill('SIGTERM')
    await expect.poll(() => statusOf(`${address}/_health`), PATIENCE).toBe('refused')
    running.process.kill('SIGTERM')
    expect((await running.finished).code).toBe(143)
    await Promise.all(workers.map(gone))
    slow.end()
  })

  test.runIf(client === 'postgres')('workers end with a primary process that was killed', async () => {
    const workers = await workersOf(running)
    running.process.kill('SIGKILL')
    await Promise.all(workers.map(gone))
  })
})

/** A copy of the project that everybody may write to. */
async function writeProject(database: DatabaseConfig) {
  const copy = join(temporaryFolder(), 'project')
  await cp(PROJECT, copy, { recursive: true })
  const where = database.client === 'sqlite' ? `sqlite:${database.filename}` : database.url
  return { words: ['start', copy, '--port', '0', '--workers', '2', '--database', where], env: { TZ: 'UTC' } }
}

/** Sends requests over a connection of its own, which stays with the worker that it was given to. */
function connectionTo(address: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return async (method: string, path: string, data?: object): Promise<{ status: number; body: unknown }> => {
    const headers = { 'content-type': 'application/json' }
    const sent = request(`${address}${path}`, { method, agent, ...(data === undefined ? {} : { headers }) })
    sent.end(data === undefined ? undefined : JSON.stringify({ data }))
    const [response] = await once(sent, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) }
  }
}

async function workersOf({ process: { pid } }: Running): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)])
  return stdout.trim().split('\n').map(Number)
}

async function newWorkers(running: Running, before: readonly number[], count: number): Promise<readonly number[]> {
  const find = async () => (await workersOf(running).catch(() => [])).filter(pid => !before.includes(pid))
  await expect.poll(find, PATIENCE).toHaveLength(count)
  return find()
}

async function gone(pid: number): Promise<void> {
  const isThere = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  await expect.poll(isThere, PATIENCE).toBe(false)
}
