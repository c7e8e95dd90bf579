/** A PostgreSQL address that can be held, cut off and moved to another server, as a load balancer does. */
import { createServer, connect as netConnect, type Socket } from 'node:net'
import { cleanUp } from '../clean-up.ts'

export interface DatabaseProxy {
  readonly url: string
  /** Stops all traffic in both directions; connections stay open. */
  hold(): void
  release(): void
  /** Ends all connections. New ones go to the server at `url`, or are refused while it is undefined. */
  moveTo(url: string | undefined): void
}

/** Closed after the test file. */
export async function databaseProxy(url: string): Promise<DatabaseProxy> {
  let target: string | undefined = url
  const pairs = new Set<readonly [Socket, Socket]>()
  const proxy = createServer({ noDelay: true }, client => {
    if (target === undefined) return client.destroy()
    const { hostname, port } = new URL(target)
    const server = netConnect({ host: hostname, port: Number(port), noDelay: true })
    const pair = [client, server] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [server, client]] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  cleanUp(() => {
    cut()
    proxy.close()
  })
  const own = new URL(url)
  own.port = String((proxy.address() as { port: number }).port)
  return {
    url: own.href,
    hold: () => pairs.forEach(([client, server]) => void [client.unpipe(), server.unpipe()]),
    release: () => pairs.forEach(([client, server]) => void [client.pipe(server), server.pipe(client)]),
    moveTo: to => {
      target = to
      cut()
    },
  }
}
