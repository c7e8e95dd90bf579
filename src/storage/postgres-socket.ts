/**
 * The socket below a connection to PostgreSQL. The driver's own one waits for the server's receipt of a small packet
 * before it sends the next (Nagle's algorithm), so that a level of more than a kilobyte would cost two round trips.
 */
import { connect, Socket } from 'node:net'

export interface SocketAddress {
  readonly host: readonly string[]
  readonly port: readonly number[]
  /** A local socket file. */
  readonly path: string | false
}

/** Seconds. */
const CONNECT_TIMEOUT = 5

/** For the driver's option `socket`. Never rejects: see `failing`. */
export function openSocket({ host, port, path }: SocketAddress): Promise<Socket> {
  const [hostname = 'localhost'] = host
  const target = path ? { path } : { host: hostname, port: port[0] ?? 5432, noDelay: true }
  return new Promise(resolve => {
    const socket = connect(target)
    const fail = (error: Error) => {
      socket.destroy()
      resolve(failing(error))
    }
    socket.setTimeout(CONNECT_TIMEOUT * 1000, () => fail(timeout()))
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.removeAllListeners()
      // The driver takes the name for the certificate from here.
      resolve(Object.assign(socket, { host: hostname }))
    })
  })
}

/** The driver tries again only after a socket was closed, and forgets a connection that never had one. */
function failing(error: Error): Socket {
  const socket = new Socket()
  setImmediate(() => socket.destroy(error))
  return socket
}

function timeout(): Error {
  return Object.assign(new Error('The server does not answer in time'), { code: 'ETIMEDOUT' })
}
