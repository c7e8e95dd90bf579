/** Requests that arrived at another socket and were handed to a server. The server waits for them when it is closed. */
import type { FastifyInstance } from 'fastify'
import type { HandleRequest } from './shared-socket.ts'

/** Call it after all routes are registered: what ends by itself when the server is closed must end first. */
export function acceptHanded(fastify: FastifyInstance): HandleRequest {
  let underWay = 0
  let settled: (() => void) | undefined
  fastify.addHook('preClose', () => {
    if (underWay === 0) return Promise.resolve()
    return new Promise<void>(resolve => {
      settled = resolve
    })
  })
  return (request, response) => {
    underWay += 1
    response.once('close', () => {
      underWay -= 1
      if (underWay === 0) settled?.()
    })
    fastify.server.emit('request', request, response)
  }
}
