/** Ends the connections of a server that is closed: after their request, or after a time limit. */
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface ClosingOptions {
  /** Called first. From then on every answer is the last one on its connection. */
  readonly closing: () => void
  /** For so many seconds the server then goes on accepting requests, until others have noticed that it is not ready. */
  readonly drain: number
  /** After this many seconds the remaining connections are cut. */
  readonly seconds: number
  /** Connections that somebody else accepts (`handed-connections.ts`). */
  readonly handed: { readonly isOpen: boolean; end(seconds: number): Promise<void> }
}

/** A client that is about to send its next request still gets an answer, which tells it not to send another. */
const LAST_REQUEST_MILLISECONDS = 100
/** How often to look for connections that have become idle. */
const SWEEP_MILLISECONDS = 50

export function endConnections(fastify: FastifyInstance, options: ClosingOptions): void {
  const { closing, drain, seconds, handed } = options
  const upgraded = upgradedOf(fastify.server)
  fastify.addHook('preClose', async () => {
    closing()
    if (fastify.server.listening || handed.isOpen) await pause(drain * 1000)
    for (const socket of upgraded) socket.destroy()
    if (fastify.server.listening) await endConnectionsOf(fastify.server, seconds)
    if (handed.isOpen) await handed.end(seconds)
  })
}

/**
 * The connections that code has taken over for another protocol, such as web sockets: nobody else ends them. Only if there is
 * such code, because a server with a listener for them answers no request that asks for one.
 */
function upgradedOf(server: Server): ReadonlySet<Duplex> {
  const sockets = new Set<Duplex>()
  const note = (event: string | symbol) => {
    if (event !== 'upgrade') return
    server.off('newListener', note)
    server.on('upgrade', (_, socket: Duplex) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
  }
  server.on('newListener', note)
  return sockets
}

/** Call it when the server is about to accept no more connections. */
export async function endConnectionsOf(server: Server, seconds: number, open = openConnections): Promise<void> {
  if ((await open(server)) === 0) return
  const last = setTimeout(() => server.closeAllConnections(), seconds * 1000)
  server.once('close', () => clearTimeout(last))
  await pause(Math.min(LAST_REQUEST_MILLISECONDS, seconds * 1000))
  // An answer begun before the server was closed leaves its connection open.
  // What has arrived is read before a connection counts as idle: timers run first, then sockets, then `setImmediate`.
  const sweep = setInterval(() => setImmediate(() => server.closeIdleConnections()), SWEEP_MILLISECONDS)
  server.once('close', () => clearInterval(sweep))
}

function openConnections(server: Server): Promise<number> {
  return new Promise(resolve => server.getConnections((error, count) => resolve(error ? 1 : count)))
}
