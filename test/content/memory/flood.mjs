/** Asks a server for many different addresses over a few connections and watches the memory of its process. */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { hostileUrl } from './hostile-urls.mjs'

const CONNECTIONS = 8

/** Gives statuses with how often each came, and the most memory that the process had, in bytes. */
export async function flood({ address, pid, count, from = 0, url = hostileUrl }) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const statuses = {}
  let next = from
  const ask = async () => {
    while (next < from + count) {
      const status = await get(`${address}${url(next++)}`, agent)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  agent.destroy()
  return { statuses, ...memoryOf(pid) }
}

function get(address, agent) {
  return new Promise((resolve, reject) => {
    request(address, { agent }, response => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}

/** Linux counts it in kilobytes. */
function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytes = name => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
  return { peak: bytes('VmHWM'), now: bytes('VmRSS') }
}
