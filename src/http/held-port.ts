/**
 * The port of a server that is not ready yet. It is taken before anything is done to the database, so that a port in use is noticed
 * at once, and answers that the server is starting.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config/config.ts'
import { PopulusError } from '../errors.ts'
import { sendError } from './error-reply.ts'
import { SECURITY_HEADERS } from './security-headers.ts'
import { SharedSocket } from './shared-socket.ts'

export interface HeldPort {
  /** Lets go of the port, for whoever listens on it next. Returns its number; the same one every time. */
  release(): Promise<number>
}

const RETRY_SECONDS = 1
const COMMON = Object.entries(SECURITY_HEADERS).flat()

/** Throws StartError if the port cannot be used. */
export async function holdPort(config: Pick<Config, 'host' | 'port' | 'limits'>): Promise<HeldPort> {
  const socket = new SharedSocket(config, answerStarting)
  const port = Number(new URL(await socket.listen(config)).port || 80)
  let released: Promise<number> | undefined
  return {
    release: () => {
      released ??= socket.close(0).then(() => port)
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
