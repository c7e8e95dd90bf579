/** The two servers: a real Strapi over its socket, and ours by injection. */
import { Agent, request } from 'node:http'
import type { App } from '../../src/app.ts'
import { type Answer, CREDENTIALS } from '../conformance/cases.ts'
import { toRequestLine } from '../properties/property-server.ts'

/** Who asks: nobody, an API token, or a user. */
export type CallerName = 'public' | 'read' | 'full' | 'custom' | 'jwt'

export type Ask = (caller: CallerName, path: string) => Promise<Answer>

export function askReal(url: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (caller, path) =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${url}/`,
        { agent, path: toRequestLine(path), headers: authorization(caller) },
        response => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const type = response.headers['content-type'] ?? ''
            resolve({ status: response.statusCode ?? 0, body: parse(Buffer.concat(chunks).toString('utf8'), type) })
          })
          response.on('error', reject)
        },
      )
      sent.on('error', reject)
      sent.end()
    })
}

export function askOurs(app: App): Ask {
  return async (caller, path) => {
    const response = await app.inject({ method: 'GET', url: path, headers: authorization(caller) })
    return { status: response.statusCode, body: parse(response.body, String(response.headers['content-type'])) }
  }
}

export function authorization(caller: CallerName): Record<string, string> {
  return caller === 'public' ? {} : { authorization: `Bearer ${CREDENTIALS[caller]}` }
}

function parse(text: string, type: string): unknown {
  return type.startsWith('application/json') ? JSON.parse(text) : { __text: text }
}
