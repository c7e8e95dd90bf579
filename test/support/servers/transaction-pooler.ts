/**
 * A pooler like PgBouncer in transaction mode: many clients share a few server sessions, which change hands after every
 * transaction. It treats every client as the user of its address.
 */
import { once } from 'node:events'
import { createServer, connect as netConnect, type Socket } from 'node:net'
import { cleanUp } from '../clean-up.ts'

interface Backend {
  readonly socket: Socket
  /** What the server reported about itself at the start; every client is sent the same. */
  readonly greeting: Buffer
  client: Socket | undefined
  /** Must be called before the session goes to another client. */
  released: () => void
}

export interface PoolerOptions {
  /** Sessions with the server. */
  readonly size?: number
  /** Answers the query by which Pgpool-II is recognized. */
  readonly pgpool?: boolean
}

/** Returns the address of the pooler. Closes after the test file. */
export async function transactionPooler(
  url: string,
  { size = 3, pgpool = false }: PoolerOptions = {},
): Promise<string> {
  const idle: Backend[] = []
  for (let count = 0; count < size; count += 1) idle.push(await openBackend(url))
  const backends = [...idle]
  const waiting: ((backend: Backend) => void)[] = []
  const free = (backend: Backend) => {
    backend.client = undefined
    const next = waiting.shift()
    if (next === undefined) idle.push(backend)
    else next(backend)
  }
  const take = () => {
    const backend = idle.pop()
    return backend === undefined ? new Promise<Backend>(resolve => waiting.push(resolve)) : Promise.resolve(backend)
  }
  for (const backend of backends) relayAnswers(backend, free)
  const pooler = createServer({ noDelay: true }, client =>
    serve(client, { take, greeting: backends[0]!.greeting, pgpool }),
  )
  await new Promise<void>(resolve => pooler.listen(0, '127.0.0.1', resolve))
  cleanUp(() => {
    pooler.close()
    for (const { socket } of backends) socket.destroy()
  })
  const own = new URL(url)
  own.port = String((pooler.address() as { port: number }).port)
  return own.href
}

interface Service {
  readonly take: () => Promise<Backend>
  readonly greeting: Buffer
  readonly pgpool: boolean
}

/**
 * Client and server exchange messages: a letter, four bytes of length, and the rest. Only the first message has no
 * letter.
 */
function serve(client: Socket, { take, greeting, pgpool }: Service): void {
  let greeted = false
  let held: Promise<Backend> | undefined
  client.on('error', () => undefined)
  client.on('close', async () => {
    const backend = await held
    if (backend?.client === client) backend.socket.write(query('rollback'))
  })
  client.on('data', async (data: Buffer) => {
    if (!greeted) {
      greeted = true
      client.write(greeting)
    } else if (pgpool && data.toString('latin1').includes('show pool_version')) {
      client.write(Buffer.concat([message('C', Buffer.from('SHOW\0')), message('Z', Buffer.from('I'))]))
    } else if (data[0] !== 'X'.charCodeAt(0)) {
      held ??= take()
      const backend = await held
      backend.client = client
      backend.released = () => {
        held = undefined
      }
      backend.socket.write(data)
    }
  })
}

/** Passes the answers to the client. A session is free when the server is ready and not in a transaction. */
function relayAnswers(backend: Backend, free: (backend: Backend) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  backend.socket.on('data', (data: Buffer) => {
    backend.client?.write(data)
    rest = Buffer.concat([rest, data])
    let isReady = false
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      isReady = rest[0] === 0x5a && rest[5] === 0x49
      rest = rest.subarray(rest.readUInt32BE(1) + 1)
    }
    if (!isReady || rest.length > 0) return
    backend.released()
    free(backend)
  })
}

async function openBackend(url: string): Promise<Backend> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const socket = netConnect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const names = `user\0${username}\0database\0${pathname.slice(1)}\0client_encoding\0UTF8\0\0`
  const startup = Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(names)])
  socket.write(Buffer.concat([length(startup), startup]))
  await once(socket, 'data')
  socket.write(message('p', Buffer.from(`${password}\0`)))
  let greeting = Buffer.alloc(0)
  while (!greeting.subarray(-6).equals(message('Z', Buffer.from('I')))) {
    const [data] = (await once(socket, 'data')) as [Buffer]
    greeting = Buffer.concat([greeting, data])
  }
  return { socket, greeting: withoutKey(greeting), client: undefined, released: () => undefined }
}

/** Removes the process id of the server, because it would belong to only one session. */
function withoutKey(greeting: Buffer): Buffer {
  const at = greeting.indexOf(message('K', Buffer.alloc(8)).subarray(0, 5))
  return at < 0 ? greeting : Buffer.concat([greeting.subarray(0, at), greeting.subarray(at + 13)])
}

const length = (content: Buffer): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(content.length + 4)
  return bytes
}
const message = (letter: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(letter), length(content), content])
const query = (text: string): Buffer => message('Q', Buffer.from(`${text}\0`))
