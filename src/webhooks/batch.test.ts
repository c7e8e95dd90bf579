import { expect, test } from 'vitest'
import { batched } from './batch.ts'

const events = (payloads: readonly string[]) =>
  payloads.map((payload, id) => ({ webhook: 3, event: 'entry.create', type: 'api::x.x', id, at: 0, payload }))

const sizes = (payloads: readonly string[], most: number) =>
  batched(events(payloads), most).map(({ payload }) => (JSON.parse(payload) as { events: unknown[] }).events.length)

test('a delivery has the events in their order, as they would be sent alone', () => {
  expect(batched(events(['{"a":1}', '{"b":2}']), 10)).toEqual([
    {
      ...{ webhook: 3, at: 0, event: 'batch', type: '', id: 0 },
      payload: '{"event":"batch","createdAt":"1970-01-01T00:00:00.000Z","events":[{"a":1},{"b":2}]}',
    },
  ])
  expect(batched([], 10)).toEqual([])
})

test('a delivery has no more events than the webhook wants, and no more text than a million characters', () => {
  expect(sizes(Array(5).fill('{}'), 2)).toEqual([2, 2, 1])
  expect(sizes(Array(3).fill('{}'), 1)).toEqual([1, 1, 1])
  const long = JSON.stringify('x'.repeat(400_000))
  expect(sizes([long, long, long, '{}'], 100)).toEqual([2, 2])
  expect(sizes(['{}', JSON.stringify('x'.repeat(2_000_000)), '{}', '{}'], 100)).toEqual([1, 1, 2])
})
