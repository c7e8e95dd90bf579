/** A stream that opens while rights are withdrawn. */
import type { FastifyReply } from 'fastify'
import { expect, it } from 'vitest'
import type { ContentContext } from '../../src/content/content-context.ts'
import { LiveStreams, type OpenedRead } from '../../src/http/live/live-streams.ts'
import type { Caller } from '../../src/identity/access/authenticate.ts'
import { cleanUp } from '../support/clean-up.ts'

const callerWith = (fingerprint: string) => ({ fingerprint, everything: true }) as unknown as Caller

/** A server on which everybody may do what `rights` says, and whose answers differ after each `change`. */
function openStreams() {
  const state = { now: 0, rights: 0 }
  const listeners: (() => void)[] = []
  const context = {
    database: {
      versions: {
        get now() {
          return state.now
        },
        latest: () => state.now,
      },
      catchUp: async () => {},
    },
    events: {
      subscribe: (listener: () => void) => {
        listeners.push(listener)
        return () => {}
      },
    },
  } as unknown as ContentContext
  const streams = new LiveStreams({
    context,
    authenticate: async () => callerWith(`rights ${state.rights}`),
    accessVersion: () => state.rights,
    usersVersion: () => 0,
  })
  cleanUp(async () => streams.close())
  const change = () => {
    state.now += 1
    for (const listener of listeners) listener()
  }
  const reading = () => ({
    name: { key: 'all', tables: [] },
    tag: `"${state.now}"`,
    body: { plain: Buffer.from(`${state.now}`) },
    kept: false,
  })
  let answered = 0
  const answer = async () => {
    answered += 1
    return reading()
  }
  const open = (rights: number, destroyed = false) => {
    const { reply, written } = fakeReply(destroyed)
    const question = { access: callerWith(`rights ${rights}`) }
    const read = { reading: reading(), question, answer, route: `/${rights}`, scopes: [] }
    streams.open(reply, read as unknown as OpenedRead)
    return written
  }
  const withdraw = () => {
    state.rights += 1
  }
  return { open, change, withdraw, answered: () => answered }
}

function fakeReply(destroyed: boolean) {
  const written: string[] = []
  const write = (text: string | Buffer = '') => written.push(text.toString())
  const listening = { on() {}, once() {} }
  const raw = {
    removeHeader() {},
    writeHead() {},
    write,
    end: write,
    ...listening,
    writableNeedDrain: false,
    destroyed,
  }
  const reply = { raw, hijack() {}, getHeaders: () => ({}), request: { raw: { url: '/' } } }
  return { reply: reply as unknown as FastifyReply, written }
}

it('a right that is withdrawn while a stream opens counts for that stream, too', async () => {
  const { open, change, withdraw } = openStreams()
  const first = open(0)
  withdraw()
  change()
  await expect.poll(() => first.join('')).toContain('event: changed')
  // Who asked was found out before the right was withdrawn, and its first answer is ready only now.
  const late = open(0)
  expect(late.join('')).toContain('event: answer')
  late.splice(0)
  change()
  await expect.poll(() => late.join('')).not.toBe('')
  expect(late.join('')).toBe('event: changed\ndata: {}\n\n')
})

it('the stream of a client that left before its first answer is not kept', async () => {
  const { open, change, answered } = openStreams()
  const other = open(1)
  open(0, true)
  await new Promise(resolve => setImmediate(resolve))
  const before = answered()
  change()
  await expect.poll(() => other.join('')).toContain('event: changed')
  expect(answered()).toBe(before)
})
