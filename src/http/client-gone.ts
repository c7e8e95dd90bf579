/** Whether the client of a request is still there. */
import type { ServerResponse } from 'node:http'

/** Gives a signal that fires when the connection closes, or when the answer is sent, which is no news to anybody then. */
export function clientGone(response: ServerResponse): () => AbortSignal {
  return () => {
    const controller = new AbortController()
    if (response.destroyed || response.socket?.destroyed === true) controller.abort()
    else response.once('close', () => controller.abort())
    return controller.signal
  }
}
