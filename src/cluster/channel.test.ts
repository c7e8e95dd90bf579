import { EventEmitter } from 'node:events'
import { describe, expect, test } from 'vitest'
import { StartError } from '../errors.ts'
import { type Answers, ChannelCut, type ChannelEnd, openChannel } from './channel.ts'

/** Two ends that exchange messages as separate processes would: later, and as text. */
function ends(): [ChannelEnd & EventEmitter, ChannelEnd & EventEmitter] {
  const [one, other] = [new EventEmitter(), new EventEmitter()]
  const sending = (from: EventEmitter, to: EventEmitter) =>
    Object.assign(from, {
      send: (message: object, sent: (error: Error | null) => void) => {
        const text = JSON.stringify(message)
        setImmediate(() => {
          sent(null)
          to.emit('message', JSON.parse(text))
        })
      },
    })
  return [sending(one, other), sending(other, one)]
}

type Sums = { readonly add: (numbers: readonly number[]) => Promise<number>; readonly fail: (how: string) => never }

const sums: Sums = {
  add: async numbers => numbers.reduce((sum, number) => sum + number, 0),
  fail: how => {
    throw how === 'start' ? new StartError('Wrong', ['put it right']) : new TypeError('a mistake')
  },
}

describe('a channel', () => {
  const open = (answers: Answers = sums) => {
    const [near, far] = ends()
    openChannel(far, answers)
    return { near, channel: openChannel<Sums>(near, {}) }
  }

  test('gives every question its own answer', async () => {
    const { channel } = open()
    expect(await Promise.all([channel.ask('add', [1, 2]), channel.ask('add', [3, 4])])).toEqual([3, 7])
  })

  test('tells what the person can put right in words, and a mistake of ours with its stack', async () => {
    const { channel } = open()
    await expect(channel.ask('fail', 'start')).rejects.toThrow(/^Wrong\n {2}- put it right$/)
    await expect(channel.ask('fail', 'bug')).rejects.toThrow(/^TypeError: a mistake\n {4}at /)
  })

  test('lets nobody wait for a process that is gone', async () => {
    const { near, channel } = open({ add: () => new Promise(() => undefined) })
    const waiting = channel.ask('add', [1])
    near.emit('disconnect')
    await expect(waiting).rejects.toThrow(ChannelCut)
    await expect(channel.ask('add', [1])).rejects.toThrow(ChannelCut)
  })
})
