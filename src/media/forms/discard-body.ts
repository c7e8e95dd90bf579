/** A refused request may have most of its body still to come. It is read, so that the client gets to see the answer. */
import type { IncomingMessage } from 'node:http'

/** In bytes. Whoever sends more loses the connection. */
const MOST_DISCARDED = 64 * 1024 * 1024

export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let left = MOST_DISCARDED
  request.on('data', (part: Buffer) => {
    left -= part.length
    if (left < 0) request.destroy()
  })
  request.resume()
}
