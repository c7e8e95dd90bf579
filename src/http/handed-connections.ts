/** Connections that somebody else has accepted, and that a server answers as its own. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { endConnectionsOf } from './end-connections.ts'

export class HandedConnections {
  readonly #server: Server
  readonly #open = new Set<Socket>()
  #isOpen = false
  #settled: (() => void) | undefined

  constructor(server: Server) {
    this.#server = server
  }

  /** Whether connections are accepted. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  open(): void {
    this.#isOpen = true
    // From then on Node keeps track of connections, and ends requests that take too long to arrive.
    this.#server.emit('listening')
  }

  /** Returns false for a connection that must go elsewhere, because this server ends. */
  take(socket: Socket): boolean {
    if (!this.#isOpen) return false
    // As for a connection that Node's server accepts itself.
    socket.allowHalfOpen = true
    this.#open.add(socket)
    socket.once('close', () => {
      this.#open.delete(socket)
      if (this.#open.size === 0) this.#settled?.()
    })
    this.#server.emit('connection', socket)
    return true
  }

  /** Lets requests finish, and begins to close connections; after so many seconds they are cut. */
  async end(seconds: number): Promise<void> {
    await endConnectionsOf(this.#server, seconds, async () => this.#open.size)
    this.#isOpen = false
  }

  /** Resolves when all of them are closed. */
  async ended(): Promise<void> {
    if (this.#open.size > 0) {
      await new Promise<void>(resolve => {
        this.#settled = resolve
      })
    }
    // A server that listens itself is closed by others.
    if (!this.#server.listening) this.#server.close()
  }

  cut(): void {
    this.#isOpen = false
    for (const socket of this.#open) socket.destroy()
    this.#server.close()
  }
}
