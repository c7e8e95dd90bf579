/** A socket for the driver that does not collect small packets. Without it, loading a dump takes ten times as long. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export async function openSocket({
  host,
  port,
}: {
  host: readonly string[]
  port: readonly number[]
}): Promise<Socket> {
  const socket = connect({ host: host[0] ?? 'localhost', port: port[0] ?? 5432, noDelay: true })
  await once(socket, 'connect')
  return socket
}
