/** Simulates a distant network: everything arrives late, in both directions. */
import { createServer, connect as netConnect, type Socket } from 'node:net'
import { cleanUp } from '../clean-up.ts'

/**
 * The address of a PostgreSQL database through a proxy that adds `delay` milliseconds in each direction. Closes itself.
 */
export async function lateUrl(url: string, delay: number): Promise<string> {
  const target = new URL(url)
  const { hostname: host, port } = target
  const late = (from: Socket, to: Socket) => {
    from.on('data', data => setTimeout(() => to.write(data), delay))
    from.on('close', () => to.destroy())
    from.on('error', () => to.destroy())
  }
  const proxy = createServer({ noDelay: true }, client => {
    const server = netConnect({ host, port: Number(port), noDelay: true })
    late(client, server)
    late(server, client)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  cleanUp(() => proxy.close())
  const address = proxy.address()
  target.port = String(typeof address === 'object' ? address?.port : '')
  return target.href
}
