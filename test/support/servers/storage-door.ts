/** A door in front of a storage service on this machine, that writes down what is asked, and can fail. Closes after the test file. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanUp } from '../clean-up.ts'

/** What the door does with a request; `undefined` lets it pass. */
export type Fault = 'reset' | 'slow' | number | undefined

export interface StorageDoor {
  /** `http://127.0.0.1:41234` */
  readonly url: string
  /** Everything that was asked: `PUT /pictures/cat.jpg?partNumber=1`, with the headers. */
  readonly requests: { readonly line: string; readonly headers: IncomingMessage['headers'] }[]
  /** Decides about each request. */
  fault: (line: string) => Fault
}

export interface DoorInput {
  /** Of the service. */
  readonly port: number
  /** Takes what differs from one time to the next out of an address. */
  readonly shorten: (url: string) => string
  /** Answers instead of the service, and says whether it did. */
  readonly instead?: (line: string, incoming: IncomingMessage, reply: ServerResponse) => boolean
}

export async function openDoor({ port, shorten, instead = () => false }: DoorInput): Promise<StorageDoor> {
  const requests: StorageDoor['requests'] = []
  const server = createServer((incoming, reply) => {
    const line = `${incoming.method} ${shorten(incoming.url ?? '')}`
    requests.push({ line, headers: incoming.headers })
    const fault = door.fault(line)
    if (fault !== undefined || !instead(line, incoming, reply)) act(fault, incoming, reply, port)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  cleanUp(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const door: StorageDoor = { url, requests, fault: () => undefined }
  return door
}

function act(fault: Fault, incoming: IncomingMessage, reply: ServerResponse, port: number): void {
  if (fault === 'reset') incoming.socket.resetAndDestroy()
  else if (typeof fault === 'number') {
    incoming.resume()
    incoming.on('end', () => reply.writeHead(fault).end('<Error><Code>Test</Code></Error>'))
  } else if (fault === undefined) {
    const { method, url, headers } = incoming
    const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers }, answer => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(reply)
    })
    forwarded.on('error', () => reply.destroy())
    // A client that has gone would leave its request to the server behind open, and with it the server.
    reply.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  } else incoming.resume()
}
