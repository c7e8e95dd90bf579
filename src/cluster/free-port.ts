/** Finds a port that is currently free. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

export async function freePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
