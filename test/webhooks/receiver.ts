/** A server that receives webhooks. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanUp } from '../support/clean-up.ts'

export interface Received {
  readonly event: string
  readonly body: Readonly<Record<string, unknown>> & {
    readonly entry?: { readonly id: number; readonly name?: string }
  }
  readonly text: string
  readonly headers: IncomingHttpHeaders
}

export class Receiver {
  readonly received: Received[] = []
  /** What the next requests are answered with; 200 when there is none left. */
  readonly answers: number[] = []
  #server: Server | undefined

  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', chunk => chunks.push(chunk))
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const event = String(request.headers['x-strapi-event'])
        this.received.push({ event, text, body: JSON.parse(text), headers: request.headers })
        response.writeHead(this.answers.shift() ?? 200, { location: '/elsewhere' }).end('thanks')
      })
    })
    await new Promise<void>(resolve => this.#server!.listen(0, '127.0.0.1', resolve))
    cleanUp(() => this.stop())
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise(resolve => this.#server?.close(resolve) ?? resolve(undefined))
  }
}

/** As a receiver checks it. */
export function isSigned({ text, headers }: Received, secret: string): boolean {
  const parts = String(headers['x-populus-signature']).split(',')
  const seconds = parts[0]!.slice('t='.length)
  const expected = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')
  return parts.slice(1).includes(`v1=${expected}`)
}
