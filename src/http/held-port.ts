/**
 * The port of a server. It is taken before anything is done to the database, so that a port in use is noticed at once. Until there is
 * somebody to answer, it answers that the server is starting.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import type { Config } from '../config/config.ts'
import { PopulusError } from '../errors.ts'
import { sendError } from './error-reply.ts'
import { SECURITY_HEADERS } from './security-headers.ts'
import { listenOn, SharedSocket } from './shared-socket.ts'

export interface HeldPort {
  /** With the actual port. */
  readonly address: string
  /** Gives the connections to somebody from now on. Nothing has been read from them. */
  handTo(take: (connection: Socket) => void): void
  /** Tells a connection that the server is starting. */
  tellStarting(connection: Socket): void
  /** Lets go of the port, for whoever listens on it next. Returns its number; the same one every time. */
  release(): Promise<number>
}

const RETRY_SECONDS = 1
const COMMON = Object.entries(SECURITY_HEADERS).flat()

/** Throws StartError if the port cannot be used. */
export async function holdPort(config: Pick<Config, 'host' | 'port' | 'limits'>): Promise<HeldPort> {
  const starting = new SharedSocket(config, answerStarting).handed()
  const tellStarting = (connection: Socket) => {
    if (!starting.take(connection)) connection.destroy()
    connection.resume()
  }
  let take = tellStarting
  const server = createServer({ pauseOnConnect: true, noDelay: true }, connection => take(connection))
  const address = await listenOn(server, config)
  // A connection that cannot be accepted is its client's loss alone.
  server.on('error', () => undefined)
  const port = Number(new URL(address).port || 80)
  const release = async () => {
    starting.cut()
    await new Promise(resolve => server.close(resolve))
    return port
  }
  let released: Promise<number> | undefined
  return {
    address,
    handTo: next => {
      take = next
    },
    tellStarting,
    release: () => {
      released ??= release()
      return released
    },
  }
}

/** The process is alive, and nobody should send it requests yet. Every answer is the last one on its connection. */
export function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  response.setHeader('connection', 'close')
  const path = request.url?.split('?')[0]
  if (path === '/_health') response.writeHead(204, COMMON).end()
  else if (path === '/_ready') sendNotReady(response)
  else {
    const starting = new PopulusError('starting', {}, { retryAfter: RETRY_SECONDS })
    sendError(response, starting, { common: COMMON, failed: () => {} })
  }
}

function sendNotReady(response: ServerResponse): void {
  const headers = {
    ...SECURITY_HEADERS,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  }
  response.writeHead(503, headers).end(JSON.stringify({ ready: false, reason: 'The server is starting' }))
}
