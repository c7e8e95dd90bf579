/** A stream that has ended while its client is slow stays ended: a write after its end would stop the server. */
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyReply } from 'fastify'
import { expect, it } from 'vitest'
import type { ChangeEvent } from '../../src/admin-api/draft-api.ts'
import { listen } from '../../src/http/admin/change-stream.ts'
import { EventResponse } from '../../src/http/live/event-response.ts'
import { Frames, LiveStream } from '../../src/http/live/live-stream.ts'
import type { FeedEvent } from '../../src/management/live/feed-event.ts'
import { cleanUp } from '../support/clean-up.ts'

async function openStream() {
  const server = createServer().listen(0, '127.0.0.1')
  cleanUp(() => server.close())
  await once(server, 'listening')
  const client = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  const errors: Error[] = []
  response.on('error', error => errors.push(error))
  const textOf = async () => {
    const [answer] = (await arrived) as [IncomingMessage]
    let text = ''
    for await (const chunk of answer.setEncoding('utf8')) text += chunk
    return text.replaceAll('x', '')
  }
  const arrived = once(client, 'response')
  return { reply: { raw: response, getHeaders: () => ({}) } as unknown as FastifyReply, errors, textOf }
}

/** More than the connection takes while nobody reads. */
const LARGE = 8_000_000

it('says nothing after its end', async () => {
  const { reply, errors, textOf } = await openStream()
  const stream = new LiveStream(reply, '"0"', { deltas: false, frames: new Frames() })
  const body = Buffer.alloc(LARGE, 'x')
  stream.sendFirst('"1"', body)
  stream.send('"2"', body)
  stream.end('end')
  stream.send('"3"', Buffer.from('{}'))
  stream.fail('C201', '{}')
  stream.beat()
  stream.end('changed')
  const text = await textOf()
  expect(errors).toEqual([])
  expect(text).toBe(':\n\nid: "1"\nevent: answer\ndata: \n\nevent: end\ndata: {}\n\n')
})

it('an answer that waits is not sent after it was withdrawn, even for the second time', async () => {
  const { reply, textOf } = await openStream()
  const stream = new LiveStream(reply, '"0"', { deltas: false, frames: new Frames() })
  stream.sendFirst('"1"', Buffer.alloc(LARGE, 'x'))
  stream.fail('C201', '{}')
  stream.send('"2"', Buffer.from('{"again":true}'))
  stream.fail('C201', '{}')
  const text = textOf()
  await new Promise(resolve => reply.raw.once('drain', resolve))
  await new Promise(resolve => setImmediate(resolve))
  stream.end()
  expect(await text).toBe(':\n\nid: "1"\nevent: answer\ndata: \n\nid:\nevent: failed\ndata: {}\n\n')
})

it('the changes of the panel wait for a slow client, and none follows the end', async () => {
  const { reply, errors, textOf } = await openStream()
  const watchers: ((event: FeedEvent) => void)[] = []
  const watch = (watcher: (event: FeedEvent) => void) => {
    watchers.push(watcher)
    return () => {}
  }
  const feed = { watch, close: () => {} }
  let asked = 0
  const listener = {
    begins: async () => asked === 0,
    shown: async () => {
      asked += 1
      return { kind: 'media', text: 'x'.repeat(LARGE) } as unknown as ChangeEvent
    },
    check: async () => {},
  }
  const end = listen(new EventResponse(reply), feed, listener, () => {})
  const change: FeedEvent = { kind: 'rights' }
  for (let index = 0; index < 5; index += 1) watchers[0]!(change)
  await expect.poll(() => asked).toBeGreaterThan(0)
  const sent = asked
  end()
  watchers[0]!(change)
  const text = await textOf()
  expect(errors).toEqual([])
  expect(sent).toBeLessThan(3)
  expect(text.split('event: media').length - 1).toBe(sent)
})
