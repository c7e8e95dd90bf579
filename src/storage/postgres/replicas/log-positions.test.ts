import { expect, test } from 'vitest'
import { endOfRecord, LogPositions } from './log-positions.ts'

const NOBODY = new Set<number>()

test('a change is before the position of the first question that was asked after it', () => {
  const positions = new LogPositions()
  expect(positions.of(0)).toBeUndefined()
  positions.learn({ until: 1, position: 100, running: NOBODY, to: 10 })
  positions.learn({ until: 4, position: 200, running: NOBODY, to: 10 })
  positions.learn({ until: 4, position: 300, running: NOBODY, to: 10 })
  expect([0, 1, 2, 4, 5].map(change => positions.of(change))).toEqual([100, 100, 200, 200, undefined])
  expect(positions.latest).toBe(300)
})

test('of many changes the latest have positions of their own, and older ones a later position', () => {
  const positions = new LogPositions()
  for (let change = 1; change <= 5000; change += 1)
    positions.learn({ until: change, position: change * 8, running: NOBODY, to: 10 })
  expect(positions.of(5000)).toBe(40_000)
  expect(positions.of(4999)).toBe(39_992)
  expect(positions.of(1)).toBeGreaterThan(8)
})

test('a new connection to the primary knows nothing', () => {
  const positions = new LogPositions()
  positions.learn({ until: 1, position: 100, running: new Set([7]), to: 10 })
  positions.reset()
  expect([positions.of(1), positions.latest, positions.running.size]).toEqual([undefined, -1, 0])
})

test('what a replica has seen must have been in the log before the last snapshot of the primary', () => {
  const positions = new LogPositions()
  const view = { seen: 100, to: 10, unseen: NOBODY }
  positions.learn({ until: 1, position: 100, running: NOBODY, to: 10 })
  expect(positions.isOlder(view)).toBe(false)
  positions.learn({ until: 1, position: 100, running: NOBODY, to: 10 })
  expect([positions.isOlder(view), positions.isOlder({ ...view, seen: 101 })]).toEqual([true, false])
})

test('a transaction that still runs on the primary must not have been seen', () => {
  const positions = new LogPositions()
  positions.learn({ until: 1, position: 100, running: new Set([7, 12]), to: 13 })
  expect(positions.explains({ seen: 100, to: 10, unseen: NOBODY })).toBe(false)
  expect(positions.explains({ seen: 100, to: 10, unseen: new Set([7]) })).toBe(true)
  expect(positions.explains({ seen: 100, to: 7, unseen: NOBODY })).toBe(true)
})

test('nor one that is newer than all that the primary has ended: its snapshot does not list it', () => {
  const positions = new LogPositions()
  positions.learn({ until: 1, position: 100, running: NOBODY, to: 10 })
  expect(positions.explains({ seen: 100, to: 10, unseen: NOBODY })).toBe(true)
  expect(positions.explains({ seen: 100, to: 11, unseen: NOBODY })).toBe(false)
})

test('the next record begins behind the header of a page, and the last one ends before it', () => {
  expect([24, 8192 + 24, 8192 + 40, 16_384].map(each => endOfRecord(each, 8192))).toEqual([0, 8192, 8232, 16_384])
})
