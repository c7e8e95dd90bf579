import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collectRows, type RowOrder } from './collect-rows.ts'
import { rememberedCounts, STRETCH } from './known-counts.ts'
import type { Span } from './spans.ts'

/** More than are always counted. */
const LENGTH = 26 * STRETCH + 17
const ids = Int32Array.from({ length: LENGTH }, (_, row) => 10 + 3 * row)
const views = ids.map(id => (id * 7919) % 100)
const likes = ids.map(id => (id * 104_729) % 50)
const shuffled = ids.map((_, row) => (row * 5003) % LENGTH)

function passing(spans: readonly Span[], { rows, backwards }: RowOrder): readonly number[] {
  const all = rows === null ? ids.map((_, row) => row) : rows
  const found = [...all].filter(row =>
    spans.every(({ numbers, low, high }) => low <= numbers[row]! && numbers[row]! <= high),
  )
  return backwards ? found.reverse() : found
}

const span = fc
  .record({
    numbers: fc.constantFrom(views, likes),
    low: fc.integer({ max: 60, min: 0 }),
    width: fc.integer({ max: 60, min: -1 }),
  })
  .map(({ numbers, low, width }): Span => ({ numbers, low, high: low + width }))
const ofIds = fc
  .tuple(fc.integer({ min: 0, max: 4 * LENGTH }), fc.integer({ min: 0, max: 4 * LENGTH }))
  .map(([low, high]): Span => ({ numbers: ids, low, high }))

test('a page of the rows that pass is the same as one cut from all of them, asked for the first time or again', () => {
  const property = fc.property(
    fc.array(span, { maxLength: 3 }),
    fc.option(ofIds, { nil: undefined }),
    fc.record({ ids: fc.constant(ids), rows: fc.constantFrom(null, shuffled), backwards: fc.boolean() }),
    fc.array(fc.record({ start: fc.integer({ min: 0, max: LENGTH }), limit: fc.integer({ min: 0, max: 30 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom(0, 7, 5000, 30_000, Number.POSITIVE_INFINITY),
    (others, named, order, pages, enough) => {
      const spans = named === undefined || order.rows !== null ? others : [named, ...others]
      const all = passing(spans, order)
      for (const { start, limit } of pages)
        for (const remembers of [true, false]) {
          const { rows, total, isCut } = collectRows(spans, order, { start, limit, enough }, remembers)!
          expect(rows).toEqual(all.slice(start, start + limit))
          expect(total).toBe(isCut ? enough : all.length)
          if (isCut) expect(enough).toBeLessThanOrEqual(all.length)
        }
    },
  )
  fc.assert(property, { numRuns: 20 })
})

test('the rows of a list are counted once, however many of its pages are asked for', () => {
  const order = { ids: Int32Array.of(1, 2), rows: null, backwards: false }
  const counted: Span[][] = []
  const ask = (spans: Span[], list = order) =>
    rememberedCounts(list, spans, () => {
      counted.push(spans)
      return { counts: Int32Array.of(0), known: 0 }
    })
  const [one, two] = [
    { numbers: views, low: 1, high: 2 },
    { numbers: views, low: 1, high: 3 },
  ]
  for (const spans of [[one], [two], [one, two], [one], [two]]) ask(spans)
  expect(counted).toEqual([[one], [two], [one, two]])
  ask([one], { ...order, backwards: true })
  ask([{ ...one, numbers: views.slice() }])
  ask([one], { ...order, ids: order.ids.slice() })
  expect(counted).toHaveLength(6)
})
