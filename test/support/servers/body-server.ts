/** A server that reads the whole body before it answers. A client that has gone gets no answer, and that is no error of the test. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown

export function bodyServer(answer: Answer): Server {
  return createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined)
    if (body !== undefined) await answer(request, response, body)
  })
}
