/**
 * Hands the connections of one port to workers, in turn, as Node's cluster module does. Unlike there, a connection stays with the
 * primary until a worker has taken it: one that was on its way to a worker that died goes to the next.
 */
import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'

export interface Handed {
  readonly kind: 'connection'
}

/** What a worker says of the connection that it was handed. It gets the next one after that. */
export const TAKEN = 'taken'
export const REFUSED = 'refused'

export class Handover {
  /** Called with the connections that no worker can take. */
  readonly #nobody: (connection: Socket) => void
  /** Workers, and the connection that is on its way to each of them. */
  readonly #workers = new Map<ChildProcess, Socket | undefined>()
  readonly #free: ChildProcess[] = []
  readonly #waiting: Socket[] = []

  constructor(nobody: (connection: Socket) => void) {
    this.#nobody = nobody
  }

  /** The worker takes connections from now on. */
  join(worker: ChildProcess): void {
    worker.on('message', ({ kind }: { kind?: unknown }) => {
      if (kind === TAKEN) this.#taken(worker)
      if (kind === REFUSED) this.#leave(worker)
    })
    // Everything that it has said is known then, unlike at `exit`. `disconnect` does not come while a connection is on its way.
    worker.once('close', () => this.#leave(worker))
    this.#workers.set(worker, undefined)
    this.#free.push(worker)
    this.#handOut()
  }

  /** A connection from which nothing has been read. */
  give(connection: Socket): void {
    this.#waiting.push(connection)
    this.#handOut()
  }

  #taken(worker: ChildProcess): void {
    const connection = this.#workers.get(worker)
    if (connection === undefined) return
    this.#workers.set(worker, undefined)
    this.#free.push(worker)
    // Closes it for this process only.
    connection.destroy()
    this.#handOut()
  }

  #leave(worker: ChildProcess): void {
    const connection = this.#workers.get(worker)
    if (!this.#workers.delete(worker)) return
    const place = this.#free.indexOf(worker)
    if (place >= 0) this.#free.splice(place, 1)
    if (connection !== undefined) this.#waiting.unshift(connection)
    this.#handOut()
  }

  #handOut(): void {
    while (this.#waiting.length > 0 && this.#free.length > 0) this.#hand(this.#waiting.shift()!, this.#free.shift()!)
    if (this.#workers.size === 0) for (const connection of this.#waiting.splice(0)) this.#nobody(connection)
  }

  #hand(connection: Socket, worker: ChildProcess): void {
    this.#workers.set(worker, connection)
    const message: Handed = { kind: 'connection' }
    worker.send(message, connection, { keepOpen: true }, error => {
      if (error !== null) this.#leave(worker)
    })
  }
}
