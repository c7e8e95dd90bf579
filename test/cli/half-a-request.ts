/** Requests that are under way while a server is stopped. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'vitest'

/** A request that a server has begun with, and whose body is still on its way. */
export async function halfARequest(address: string, path = '/api/articles') {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n`
  socket.write(`${head}Expect: 100-continue\r\nConnection: close\r\n\r\n`)
  const [goOn] = await once(socket, 'data')
  expect(String(goOn)).toMatch(/^HTTP\/1\.1 100 Continue/)
  return {
    finish: async () => {
      socket.end('{}')
      let answer = ''
      for await (const chunk of socket) answer += chunk
      return answer
    },
    end: () => socket.destroy(),
  }
}

/** On a connection of its own. One that comes in the moment of stopping may be left without an answer until the end. */
export async function statusOf(url: string): Promise<number | 'refused'> {
  const signal = AbortSignal.timeout(60_000)
  const answer = await fetch(url, { headers: { connection: 'close' }, signal }).catch(() => undefined)
  await answer?.text()
  return answer?.status ?? 'refused'
}
