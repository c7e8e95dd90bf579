import { createServer, connect as netConnect, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReadSteps } from '../../src/storage/database.ts'
import { openPostgres } from '../../src/storage/postgres/postgres-database.ts'
import { freshDatabase } from '../support/databases.ts'

const DELAY = 25
const ROUND_TRIP = 2 * DELAY

const OPTIONS = { pool: 1, ssl: false, schema: 'public', timezone: 'UTC', statementTimeout: 5000 }

let proxy: Server
let url: string
/** Of each message to the server, its type. Parts of the network do not split the short ones that are looked at here. */
let sent: string[] = []

/** A network that is far away: everything arrives late, in both directions. */
beforeAll(async () => {
  const target = new URL((await freshDatabase('postgres')).url)
  const { hostname: host, port } = target
  const late = (from: Socket, to: Socket) => {
    from.on('data', data => setTimeout(() => to.write(data), DELAY))
    from.on('close', () => to.destroy())
    from.on('error', () => to.destroy())
  }
  proxy = createServer({ noDelay: true }, client => {
    const server = netConnect({ host, port: Number(port), noDelay: true })
    client.on('data', data => sent.push(...messageTypes(data)))
    late(client, server)
    late(server, client)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  target.port = String(typeof address === 'object' ? address?.port : '')
  url = target.href
})

afterAll(() => proxy.close())

function messageTypes(data: Buffer): readonly string[] {
  const types: string[] = []
  for (let at = 0; at + 5 <= data.length; at += 1 + data.readInt32BE(at + 1)) types.push(String.fromCharCode(data[at]!))
  return types
}

/** Two levels; the first has three statements of together more than a kilobyte. */
function* twoLevels(): ReadSteps<number> {
  const values = ['x'.repeat(800)]
  const first = yield [1, 2, 3].map(n => ({ text: `select ${n}, $1::text`, values }))
  const second = yield [
    { text: 'select 4', values: [] },
    { text: 'select 5', values: [] },
  ]
  return first.length + second.length
}

test('a read costs one round trip per level, its transaction and several statements included', async () => {
  const database = await openPostgres({ ...OPTIONS, url })
  await database.read(twoLevels())
  let best = Number.POSITIVE_INFINITY
  // On a busy machine most reads are late; a third round trip would make every one of them late.
  for (let run = 0; run < 5 || (run < 200 && best >= 3 * ROUND_TRIP - 10); run += 1) {
    const start = performance.now()
    expect(await database.read(twoLevels())).toBe(5)
    best = Math.min(best, performance.now() - start)
  }
  await database.close()
  expect(best).toBeGreaterThan(2 * ROUND_TRIP - 5)
  expect(best).toBeLessThan(3 * ROUND_TRIP - 10)
})

test('what each request asks is parsed and planned once', async () => {
  const database = await openPostgres({ ...OPTIONS, url })
  await database.catchUp()
  sent = []
  for (let time = 0; time < 3; time += 1) await database.catchUp()
  await database.close()
  // Bind, execute, sync; a text would be a query (Q) or be parsed (P).
  expect(sent.join('')).toMatch(/^(BES){3}X*$/)
})
