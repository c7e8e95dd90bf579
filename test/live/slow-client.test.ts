/** A stream that has ended while its client is slow stays ended: a write after its end would stop the server. */
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyReply } from 'fastify'
import { expect, it } from 'vitest'
import { Frames, LiveStream } from '../../src/http/live/live-stream.ts'
import { cleanUp } from '../support/clean-up.ts'

it('says nothing after its end', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  cleanUp(() => server.close())
  await once(server, 'listening')
  const client = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  const errors: Error[] = []
  response.on('error', error => errors.push(error))
  const stream = new LiveStream({ raw: response, getHeaders: () => ({}) } as unknown as FastifyReply, '"0"', {
    deltas: false,
    frames: new Frames(),
  })
  const [answer] = (await once(client, 'response')) as [IncomingMessage]
  // More than the connection takes while nobody reads.
  const body = Buffer.alloc(8_000_000, 'x')
  stream.sendFirst('"1"', body)
  stream.send('"2"', body)
  stream.end('end')
  stream.send('"3"', Buffer.from('{}'))
  stream.tell('failed', 'C201', '{}')
  stream.beat()
  stream.end('changed')
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk
  expect(errors).toEqual([])
  expect(text.replaceAll('x', '')).toBe(':\n\nid: "1"\nevent: answer\ndata: \n\nevent: end\ndata: {}\n\n')
})
