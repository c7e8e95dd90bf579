/** A real server on a free port of one of this machine's own addresses, which remembers what it was asked. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanUp } from '../support/clean-up.ts'

export interface Listening {
  readonly host: string
  readonly port: number
  readonly url: string
  /** `GET /path` of every request that arrived. */
  readonly asked: string[]
  /** Also those on which no request arrived, as over TLS. */
  connections: number
  answer: RequestListener
}

/** All addresses that start with 127 are this machine's, so one can stand for a public server and one for a private one. */
export async function listening(host = '127.0.0.1'): Promise<Listening> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    found.answer(request, response)
  })
  server.on('connection', () => {
    found.connections += 1
  })
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  cleanUp(
    () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const found: Listening = {
    host,
    port,
    url: `http://${host}:${port}`,
    asked,
    connections: 0,
    answer: (_request, response) => response.end('hello'),
  }
  return found
}
