/** How the connections of a server end when it is closed: after their request, or after a time. */
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface ClosingOptions {
  /** Called first: from then on every answer is the last one of its connection. */
  readonly closing: () => void
  /** After so many seconds the connections that are left are cut. */
  readonly seconds: number
}

/** A client that is about to send its next request gets an answer to it, and learns from that not to send another. */
const LAST_REQUEST_MILLISECONDS = 100
/** Connections that have become idle are looked for so often. */
const SWEEP_MILLISECONDS = 50

export function endConnections(fastify: FastifyInstance, { closing, seconds }: ClosingOptions): void {
  fastify.addHook('preClose', async () => {
    closing()
    const { server } = fastify
    if (!server.listening || (await openConnections(server)) === 0) return
    const last = setTimeout(() => server.closeAllConnections(), seconds * 1000)
    server.once('close', () => clearTimeout(last))
    await pause(Math.min(LAST_REQUEST_MILLISECONDS, seconds * 1000))
    // An answer that was begun before the server was closed leaves its connection open.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MILLISECONDS)
    server.once('close', () => clearInterval(sweep))
  })
}

function openConnections(server: Server): Promise<number> {
  return new Promise(resolve => server.getConnections((error, count) => resolve(error ? 1 : count)))
}
