/**
 * Slow clients must not use up the server's memory. A request has to arrive within a time limit, whatever else it does.
 * The reader of an answer has to take some of it within a time limit, however long all of it takes.
 */
import type { Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from '../config/config.ts'

type Times = Pick<Limits, 'requestTimeout' | 'readerTimeout'>

/** How late a time-out may be noticed: a fraction of the time itself, one second at most. */
export function serverOptions({ requestTimeout }: Times): ServerOptions {
  return { connectionsCheckingInterval: Math.min(1000, Math.ceil(requestTimeout / 4)) }
}

/** A query string over our own limit must reach us, because the answer names the limit; in bytes. */
export function headSize({ queryLength }: Pick<Limits, 'queryLength'>): number {
  return queryLength * 4 + 16 * 1024
}

/** A late request becomes an error of its connection, which `refuseUnreadable` answers. */
export function limitSlowClients(server: Server, { requestTimeout, readerTimeout }: Times): void {
  server.requestTimeout = requestTimeout
  server.headersTimeout = requestTimeout
  // Node measures the time in which nothing is sent or received. Bytes that the reader takes count as sent.
  server.timeout = readerTimeout
  server.on('timeout', endIfSlow)
}

/** While an answer is still being prepared, the client waits for us. */
function endIfSlow(socket: Socket): void {
  if (isAnswering(socket) && socket.writableLength === 0) return
  socket.destroy()
}

const slowBodies = new WeakSet<Socket>()

/** Exempts the body that a connection sends from the time limit, because somebody else watches it. Returns the end of it. */
export function expectSlowBody(socket: Socket): () => void {
  slowBodies.add(socket)
  return () => slowBodies.delete(socket)
}

/** Whether the body that a connection sends may take longer than the time limit. */
export function mayBeSlow(socket: Socket): boolean {
  return slowBodies.has(socket)
}

/** Node's own name for the answer that a connection is busy with. There is no other way to ask for it. */
function isAnswering(socket: Socket): boolean {
  return Boolean((socket as { _httpMessage?: unknown })._httpMessage)
}

/** Whether the start of an answer was already sent. No other answer may be sent then. */
export function hasBegun(socket: Socket): boolean {
  return (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent === true
}
