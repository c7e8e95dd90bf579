import { setImmediate as soon } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { BoundedQueue, QueueFull } from './bounded-queue.ts'

/** A queue whose work and clock the test controls. */
function open(limits: { atOnce: number; length: number; patience: number }) {
  let now = 0
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const queue = new BoundedQueue(limits, () => now)
  const add = (name: string) =>
    queue.run(
      () =>
        new Promise<string>(resolve => {
          begun.push(name)
          ends.set(name, () => resolve(name))
        }),
    )
  const end = async (name: string) => {
    ends.get(name)!()
    await soon()
  }
  return { add, begun, end, pass: (time: number) => (now += time) }
}

describe('a bounded queue', () => {
  test('does so much at once, the rest in the order of arrival', async () => {
    const { add, begun, end } = open({ atOnce: 2, length: 9, patience: 1000 })
    const results = ['a', 'b', 'c', 'd'].map(add)
    await soon()
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    for (const name of ['c', 'a', 'd']) await end(name)
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('refuses at once what finds it full, and says how long the others will take', async () => {
    const { add, begun, end, pass } = open({ atOnce: 1, length: 2, patience: 1000 })
    const first = add('a')
    await soon()
    pass(300)
    const second = add('b')
    await end('a')
    await first
    const others = [add('c'), add('d')]
    await expect(add('e')).rejects.toEqual(new QueueFull(600))
    for (const name of ['b', 'c', 'd']) await end(name)
    expect(await Promise.all([second, ...others])).toEqual(['b', 'c', 'd'])
    expect(begun).not.toContain('e')
  })

  test('gives up what has waited too long, and goes on with the rest', async () => {
    const { add, begun, end, pass } = open({ atOnce: 1, length: 9, patience: 1000 })
    const results = Promise.allSettled([add('a'), add('b')])
    pass(600)
    const late = add('c')
    pass(600)
    await soon()
    await end('a')
    await end('c')
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await late).toBe('c')
    expect(begun).toEqual(['a', 'c'])
  })

  test('goes on after work that fails', async () => {
    const { add, end } = open({ atOnce: 1, length: 9, patience: 1000 })
    const queue = new BoundedQueue({ atOnce: 1, length: 1, patience: 1000 })
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await queue.run(async () => 1)).toBe(1)
    const result = add('a')
    await soon()
    await end('a')
    expect(await result).toBe('a')
  })
})
