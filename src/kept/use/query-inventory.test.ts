import { describe, expect, test } from 'vitest'
import { mergeFigures } from './merge-figures.ts'
import { QueryInventory } from './query-inventory.ts'
import { type QueryUse, quantile } from './query-use.ts'

const HOUR = 60 * 60 * 1000
const START = 1000 * HOUR

function inventory(most?: number) {
  const clock = { now: START }
  const kept = new QueryInventory(() => clock.now, most)
  const of = (text: string, cost = 1) => kept.of({ type: 'api::a.a', target: 'collection', text }, () => [], cost)
  const ask = (use: QueryUse, given: Partial<Parameters<QueryInventory['record']>[1]> = {}) =>
    kept.record(use, { caller: 'public', milliseconds: 1, bytes: 100, kept: false, ...given })
  return { kept, clock, of, ask }
}

describe('the inventory of queries', () => {
  test('counts answers by shape: how many, how long, how large, for whom', () => {
    const { kept, of, ask } = inventory()
    const use = of('sort=title:asc', 5)
    expect(of('sort=title:asc', 9)).toBe(use)
    of('never=asked')
    for (let count = 0; count < 98; count += 1) ask(use, { kept: true })
    ask(use, { milliseconds: 400, caller: 'token:3' })
    ask(use, { milliseconds: 400, caller: 'token:3', bytes: 0 })
    const { uses, rest, since } = kept.figures()
    expect(uses).toHaveLength(1)
    expect(uses[0]).toMatchObject({ text: 'sort=title:asc', hits: 100, kept: 98, bytes: 9900, longest: 400, cost: 9 })
    expect(uses[0]!.callers).toEqual([
      ['public', 98],
      ['token:3', 2],
    ])
    expect(rest.hits).toBe(0)
    expect(since).toBe(START)
    const p50 = quantile(uses[0]!.buckets, 0.5)
    expect(p50).toBeGreaterThan(0.7)
    expect(p50).toBeLessThan(1.2)
    expect(quantile(uses[0]!.buckets, 0.99)).toBeGreaterThan(280)
  })

  test('has room for a fixed number of shapes; the least used are counted together', () => {
    const { kept, of, ask } = inventory(3)
    const often = of('often')
    for (let count = 0; count < 10; count += 1) ask(often)
    const first = of('shape 0')
    ask(first)
    for (let number = 1; number < 50; number += 1) ask(of(`shape ${number}`))
    ask(first)
    const { uses, rest } = kept.figures()
    expect(uses.map(({ text }) => text)).toEqual(['often', 'shape 48', 'shape 49'])
    expect(uses[0]!.hits + uses[1]!.hits + uses[2]!.hits + rest.hits).toBe(10 + 50 + 1)
  })

  test('many callers of one shape are counted in a fixed number of places', () => {
    const { kept, of, ask } = inventory()
    for (let token = 0; token < 100; token += 1) ask(of('a'), { caller: `token:${token}` })
    const { callers } = kept.figures().uses[0]!
    expect(callers).toHaveLength(21)
    expect(callers.find(([name]) => name === '')).toEqual(['', 80])
  })

  test('knows the slowest answers of the last day, without values', () => {
    const { kept, clock, of, ask } = inventory()
    ask(of('old'), { milliseconds: 9000 })
    clock.now += 25 * HOUR
    for (let count = 1; count <= 30; count += 1) ask(of('new'), { milliseconds: count })
    const { slowest } = kept.figures()
    expect(slowest).toHaveLength(20)
    expect(slowest[0]).toMatchObject({ text: 'new', milliseconds: 30, caller: 'public' })
    expect(slowest.at(-1)!.milliseconds).toBe(11)
  })

  test('counts the minutes of the last hour', () => {
    const { kept, clock, of, ask } = inventory()
    ask(of('a'))
    clock.now += 59 * 60_000
    ask(of('a'), { kept: true, milliseconds: 3 })
    ask(of('a'))
    const answers = () => kept.figures().minutes.map(minute => minute.answers)
    expect(answers()).toEqual([1, ...Array(58).fill(0), 2])
    expect(kept.figures().minutes.at(-1)).toMatchObject({ kept: 1, milliseconds: 4 })
    clock.now += 60_000
    expect(answers()).toEqual([...Array(58).fill(0), 2, 0])
  })

  test('those of several processes become one', () => {
    const [one, other] = [inventory(), inventory()]
    one.ask(one.of('a'), { milliseconds: 2 })
    other.ask(other.of('a'), { milliseconds: 5, caller: 'token:1' })
    other.ask(other.of('b'))
    const merged = mergeFigures(JSON.parse(JSON.stringify([one.kept.figures(), other.kept.figures()])))
    expect(merged.uses.map(({ text, hits }) => [text, hits])).toEqual([
      ['a', 2],
      ['b', 1],
    ])
    expect(merged.uses[0]).toMatchObject({ longest: 5, milliseconds: 7 })
    expect(merged.uses[0]!.callers).toEqual([
      ['public', 1],
      ['token:1', 1],
    ])
    expect(merged.slowest.map(({ milliseconds }) => milliseconds)).toEqual([5, 2, 1])
    expect(merged.minutes).toHaveLength(60)
    expect(merged.minutes.at(-1)!.answers).toBe(3)
  })
})
