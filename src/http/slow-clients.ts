/**
 * Clients that take their time must not take the server's memory. A request has to arrive within a time, whatever else
 * it does; the reader of an answer has to take some of it within a time, however long all of it takes.
 */
import type { Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from '../config/config.ts'

type Times = Pick<Limits, 'requestTimeout' | 'readerTimeout'>

/** How late a time-out may be noticed: a part of the time itself, one second at most. */
export function serverOptions({ requestTimeout }: Times): ServerOptions {
  return { connectionsCheckingInterval: Math.min(1000, Math.ceil(requestTimeout / 4)) }
}

/** A request that is late becomes an error of its connection, which `refuseUnreadable` answers. */
export function limitSlowClients(server: Server, { requestTimeout, readerTimeout }: Times): void {
  server.requestTimeout = requestTimeout
  server.headersTimeout = requestTimeout
  // Node counts the time in which nothing is sent and nothing is received; bytes that the reader takes count as sent.
  server.timeout = readerTimeout
  server.on('timeout', endIfSlow)
}

/** Where an answer is still being made, the client waits for us. */
function endIfSlow(socket: Socket): void {
  if (isAnswering(socket) && socket.writableLength === 0) return
  socket.destroy()
}

/** Node's own name for the answer that a connection is busy with; there is no other way to ask for it. */
function isAnswering(socket: Socket): boolean {
  return Boolean((socket as { _httpMessage?: unknown })._httpMessage)
}

/** Whether the beginning of an answer was sent already, so that no other one may be sent any more. */
export function hasBegun(socket: Socket): boolean {
  return (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent === true
}
