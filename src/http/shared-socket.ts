/** One listening socket for servers that replace each other. Connections stay open; every request goes to the current server. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import type { Config } from '../config/config.ts'
import { endConnectionsOf } from './end-connections.ts'
import { refuseUnreadable } from './error-reply.ts'
import { HandedConnections } from './handed-connections.ts'
import { listenError, type Place } from './listen.ts'
import { headSize, limitSlowClients, serverOptions } from './slow-clients.ts'

export type HandleRequest = (request: IncomingMessage, response: ServerResponse) => void

export class SharedSocket {
  readonly #server: Server
  #handle: HandleRequest
  #limits: Config['limits']

  constructor({ limits }: Pick<Config, 'limits'>, handle: HandleRequest) {
    this.#handle = handle
    this.#limits = limits
    const options = { maxHeaderSize: headSize(limits), ...serverOptions(limits) }
    this.#server = createServer(options, (request, response) => this.#handle(request, response))
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
      refuseUnreadable(error as Parameters<typeof refuseUnreadable>[0], socket as never, this.#limits),
    )
    limitSlowClients(this.#server, limits)
  }

  /** Returns the address with the actual port. Throws StartError for anything that the person can fix. */
  listen(place: Place): Promise<string> {
    return listenOn(this.#server, place)
  }

  /** Answers the connections that somebody else accepts. */
  handed(): HandedConnections {
    const connections = new HandedConnections(this.#server)
    connections.open()
    return connections
  }

  /** From the next request on. Requests under way stay where they are. */
  replace(handle: HandleRequest): void {
    this.#handle = handle
  }

  /** Resolves when all connections are closed: after their request, or after a time limit. */
  async close(seconds: number): Promise<void> {
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()))
    await endConnectionsOf(this.#server, seconds)
    await closed
  }
}

/** Returns the address with the actual port. Throws StartError for anything that the person can fix. */
export async function listenOn(server: NetServer, { host, port }: Place): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(listenError(error, port)))
    server.listen(port, host, resolve)
  })
  const { address, family, port: actual } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`
}
