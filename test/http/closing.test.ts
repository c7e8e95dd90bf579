/** A server that is stopped while clients are busy: every request is answered or refused, and the process ends in time. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, copyOfBlog, type Running, startPopulus } from '../cli/run-populus.ts'

/** `npm start` builds before it serves. */
const BUILT_AFTER = 150_000
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await copyOfBlog()
})

const servers: Running[] = []
const start = (words: readonly string[], seconds: number): Running => {
  const env = { NODE_ENV: 'production', POPULUS_STOP_SECONDS: String(seconds) }
  const running = startPopulus(['start', folder, '--port', '0', ...words], env)
  servers.push(running)
  return running
}
afterEach(() => {
  for (const { process } of servers.splice(0)) process.kill('SIGKILL')
})

/** How one request ended: with a status, or with an error of the socket. */
interface Outcome {
  readonly result: number | string
  readonly closes: boolean
  readonly reused: boolean
  /** When it was sent. */
  readonly at: number
}

function ask(url: string, agent: Agent): Promise<Outcome> {
  return new Promise(settle => {
    const at = performance.now()
    const resolve = (outcome: Omit<Outcome, 'at'>) => settle({ ...outcome, at })
    const asked = request(url, { agent }, response => {
      response.resume()
      response.on('end', () =>
        resolve({
          result: response.statusCode ?? 0,
          closes: response.headers.connection === 'close',
          reused: asked.reusedSocket,
        }),
      )
      response.on('error', error => resolve({ result: error.message, closes: true, reused: asked.reusedSocket }))
    })
    asked.on('error', error =>
      resolve({ result: (error as NodeJS.ErrnoException).code ?? '', closes: true, reused: asked.reusedSocket }),
    )
    asked.end()
  })
}

/** One request after the other over one connection, until the server is gone. */
async function keepAsking(url: string): Promise<{ readonly outcomes: readonly Outcome[]; readonly late: boolean }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const outcomes: Outcome[] = []
  for (;;) {
    const outcome = await ask(url, agent)
    outcomes.push(outcome)
    if (typeof outcome.result === 'string') break
  }
  agent.destroy()
  return { outcomes, late: cameTooLate(outcomes, performance.now()) }
}

/** How long the server waits for the next request on an open connection. */
const LAST_REQUEST_MILLISECONDS = 100

/**
 * A client that was slower than the server waits for it, as on a busy machine, may find that its connection has been closed.
 * Nobody else may.
 */
function cameTooLate(outcomes: readonly Outcome[], end: number): boolean {
  const before = outcomes.at(-2)
  return outcomes.at(-1)!.reused && before !== undefined && end - before.at > LAST_REQUEST_MILLISECONDS
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

describe.each([
  ['alone', []],
  ['with workers', ['--workers', '2']],
])('%s', (_name, words) => {
  test.each(['SIGTERM', 'SIGINT'] as const)('busy connections end after %s, each with an answer', async signal => {
    const running = start(words, 60)
    const address = await addressOf(running)
    // Known addresses, one that is not, and an error.
    const paths = ['/api/articles', '/api/articles?populate=*', '/api/articles/999999', '/_health']
    const clients = paths.map(path => keepAsking(`${address}${path}`))
    await pause(1000)
    const stopped = Date.now()
    running.process.kill(signal)
    expect((await running.finished).code).toBe(0)
    // Long before the time after which connections are cut.
    expect(Date.now() - stopped).toBeLessThan(20_000)
    for (const { outcomes, late } of await Promise.all(clients)) {
      // A new connection is refused, or reset where it has not been accepted yet. An open one is never cut in a request.
      expect(outcomes.at(-1)).toMatchObject({ result: expect.stringMatching(/^ECONN(REFUSED|RESET)$/), reused: late })
      expect(new Set(outcomes.slice(0, -1).map(({ result }) => result)).size).toBe(1)
      expect(outcomes.length).toBeGreaterThan(2)
      expect(outcomes.at(-2)).toMatchObject({ closes: !late })
    }
  })

  test('a request that never ends is cut off after the time that is set', async () => {
    const running = start(words, 2)
    const { hostname, port } = new URL(await addressOf(running))
    const slow = connect(Number(port), hostname)
    slow.on('error', () => undefined)
    await new Promise(resolve => slow.write('GET /api/articles HTTP/1.1\r\nHost: x\r\n', resolve))
    await pause(200)
    const stopped = Date.now()
    running.process.kill('SIGTERM')
    expect((await running.finished).code).toBe(0)
    const taken = Date.now() - stopped
    expect(taken).toBeGreaterThan(1500)
    expect(taken).toBeLessThan(20_000)
    slow.destroy()
  })
})

/** The processes that a process has started, and those that they have started. Not all of them are in its group. */
function descendantsOf(pid: number): readonly number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=']).toString().trim().split('\n')
  const pairs = lines.map(line => line.trim().split(/\s+/).map(Number) as [number, number])
  const below = (parent: number): readonly number[] =>
    pairs.filter(([, other]) => other === parent).flatMap(([child]) => [child, ...below(child)])
  return below(pid)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('npm start', () => {
  // As they come: from a process manager for npm alone, from Ctrl-C for every process of the terminal's group. A SIGINT for npm
  // alone gets no further than the shell that npm starts: dash waits for its command instead of passing it on.
  test.each([
    ['SIGTERM', 'npm'],
    ['SIGTERM', 'its group'],
    ['SIGINT', 'its group'],
  ] as const)(
    '%s for %s ends the server, and nothing is left',
    async (signal, receiver) => {
      const child = spawn('npm', ['start', '--', '--port', '0', '--database', `sqlite:${join(folder, 'start.db')}`], {
        cwd: ROOT,
        env: { PATH: process.env.PATH, LOG_LEVEL: 'error' },
        detached: true,
      })
      const ended = once(child, 'exit')
      let out = ''
      let pids: readonly number[] = []
      child.stdout.on('data', chunk => (out += chunk))
      try {
        await expect.poll(() => out, { timeout: BUILT_AFTER }).toMatch(/ready at http/)
        pids = descendantsOf(child.pid!)
        expect(pids.length).toBeGreaterThan(1)
        const [, address] = /ready at (http\S+)/.exec(out)!
        expect((await fetch(`${address}/_health`)).status).toBe(204)
        process.kill(receiver === 'npm' ? child.pid! : -child.pid!, signal)
        await ended
        await expect.poll(() => pids.filter(isRunning), { timeout: 10_000 }).toEqual([])
      } finally {
        for (const pid of new Set([...pids, ...descendantsOf(child.pid!), child.pid!])) {
          if (isRunning(pid)) process.kill(pid, 'SIGKILL')
        }
      }
    },
    BUILT_AFTER + 60_000,
  )
})
