/**
 * Requests of all kinds to every route: no answer is an error of the server. `FUZZ_REQUESTS` says how many there are on each
 * database, `FUZZ_SEED` repeats a run.
 */
import { Agent, request as send } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../support/clean-up.ts'
import { CLIENTS } from '../support/databases.ts'
import { FOUND } from './found.ts'
import { Random } from './random.ts'
import { type FuzzRequest, requestFor } from './requests.ts'
import { type FuzzServer, startFuzzServer } from './world-server.ts'

const REQUESTS = Math.ceil(Number(process.env.FUZZ_REQUESTS ?? 1200) / CLIENTS.length)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
/** One in so many requests goes over a socket. */
const OVER_SOCKET = 10
const REFRESH_EVERY = 400
const TIMEOUT = 240_000 + REQUESTS * 60
/** They never end, or end sessions that other requests need; each has tests of its own. */
const ENDLESS = /\/changes$|\/stream$|\/events$/
/** Bytes of memory that may be added between the middle and the end of a long run. */
const MORE_MEMORY = 150 * 2 ** 20

/** A server takes addresses that are no URL, such as `/\[`. */
const canBeInjected = ({ url }: FuzzRequest) =>
  URL.canParse(url.startsWith('//') ? `http://host${url}` : url, 'http://host')

interface Answer {
  readonly status: number
  readonly body: string
  readonly location?: string | undefined
}

describe.each(CLIENTS)('whatever is sent to a server on %s', client => {
  let server: FuzzServer
  let port = 0
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  cleanUp(() => agent.destroy())

  beforeAll(async () => {
    server = await startFuzzServer(client, SEED)
    port = Number(new URL((await server.app.listen(0)).address).port)
  }, 240_000)

  const inject = async ({ method, url, headers, payload }: FuzzRequest): Promise<Answer> => {
    const given = { method: method as 'GET', url, headers, ...(payload === undefined ? {} : { payload }) }
    const answer = await server.app.inject(given)
    return { status: answer.statusCode, body: answer.body, location: answer.headers.location }
  }

  const overSocket = ({ method, url, headers, payload }: FuzzRequest): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = send({ agent, host: '127.0.0.1', port, method, path: url, headers }, response => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            location: response.headers.location,
          }),
        )
        response.on('error', reject)
      })
      // A server may refuse a body that is still being sent, and close the connection.
      sent.on('error', () => resolve({ status: 0, body: '' }))
      sent.end(payload)
    })

  it(
    'the answer is no error of the server, and nothing is left',
    async () => {
      const random = new Random(SEED)
      const routes = server.app.routes.filter(({ url }) => !ENDLESS.test(url))
      expect(routes.length).toBeGreaterThan(100)
      const statuses = new Map<number, number>()
      const reached = new Set<string>()
      const failures: object[] = []
      const judge = (asked: FuzzRequest, answer: Answer, route?: string) => {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (route !== undefined && answer.status < 400) reached.add(route)
        const begun = /\/tus\/([0-9a-f]{32})$/.exec(answer.location ?? '')?.[1]
        if (begun !== undefined) server.world.uploads.splice(0, server.world.uploads.length > 5 ? 1 : 0, begun)
        if (answer.status >= 500 && answer.status !== 503 && answer.status !== 501)
          failures.push({ ...asked, payload: asked.payload?.toString('latin1').slice(0, 2000), ...answer })
      }
      for (const asked of FOUND) judge(asked, await inject(asked))
      let memory = 0
      for (let index = 0; index < REQUESTS && failures.length < 25; index++) {
        if (index % REFRESH_EVERY === REFRESH_EVERY - 1) await server.refresh()
        if (index === Math.floor(REQUESTS / 2)) memory = process.memoryUsage().heapUsed
        // Every route in turn first, then at random.
        const route = index < routes.length ? routes[index]! : random.pick(routes)
        const asked = requestFor(route, random, server.world)
        const isSent = index % OVER_SOCKET === 0 || !canBeInjected(asked)
        const answer = await (isSent ? overSocket(asked) : inject(asked))
        judge(asked, answer, `${route.method} ${route.url}`)
      }
      const figures = { seed: SEED, requests: REQUESTS, routes: routes.length, succeeded: reached.size }
      console.log(`fuzz on ${client}:`, JSON.stringify({ ...figures, statuses: Object.fromEntries(statuses) }))
      expect(failures).toEqual([])
      expect(process.memoryUsage().heapUsed - memory).toBeLessThan(MORE_MEMORY)
      await expect.poll(() => server.leftOvers(), { timeout: 20_000 }).toEqual([])
      expect((await server.app.inject('/_health')).statusCode).toBe(204)
      expect([200, 403]).toContain((await server.app.inject('/api/articles')).statusCode)
    },
    TIMEOUT,
  )
})
