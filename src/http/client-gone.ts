/** Whether the client of a request is still connected. */
import type { ServerResponse } from 'node:http'

/**
 * Returns a signal that fires when the connection closes. It also fires when the answer is sent; nobody needs it then.
 */
export function clientGone(response: ServerResponse): () => AbortSignal {
  return () => {
    const controller = new AbortController()
    if (response.destroyed || response.socket?.destroyed === true) controller.abort()
    else response.once('close', () => controller.abort())
    return controller.signal
  }
}
