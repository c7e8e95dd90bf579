/** The clock of the system is set while something is measured: an hour back, or a day forward. Only `Date` jumps here. */
import { setImmediate as soon } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MemoryCounts, RateLimiter } from '../../src/identity/sign-in/rate-limiter.ts'
import { PreparedTexts } from '../../src/storage/postgres/prepared-texts.ts'
import { retryWhileBusy } from '../../src/storage/sqlite/retry-while-busy.ts'
import { WriteQueue } from '../../src/storage/sqlite/write-queue.ts'
import { BoundedQueue } from '../../src/util/process/bounded-queue.ts'
import { ClockJumps } from '../../src/util/time/clock-jumps.ts'
import { isOutOfDate } from '../../src/util/time/moments.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const BUSY = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())
const setClock = (by: number) => void vi.setSystemTime(Date.now() + by)

describe('attempts to sign in', () => {
  const limiter = (interval: number) => {
    const counter = new RateLimiter({ interval, perAddress: 1, perIdentifier: 1 })
    return () => counter.check({ route: '/x', address: '192.0.2.1' })
  }

  test('are allowed again after the period, although the clock was set back', async () => {
    const attempt = limiter(200)
    expect([(await attempt()).allowed, (await attempt()).allowed]).toEqual([true, false])
    setClock(-HOUR)
    expect((await attempt()).resetIn).toBeLessThanOrEqual(200)
    await expect.poll(async () => (await attempt()).allowed, { timeout: 5000 }).toBe(true)
  })

  test('are still refused, although the clock was set forward', async () => {
    const attempt = limiter(HOUR)
    await attempt()
    setClock(DAY)
    const { allowed, resetIn } = await attempt()
    expect(allowed).toBe(false)
    expect(resetIn).toBeGreaterThan(HOUR / 2)
  })

  test('of others are not forgotten when the clock is set', () => {
    const counts = new MemoryCounts()
    const attempts = () => ['a', 'b'].map(key => counts.add(key, HOUR).attempts)
    expect(attempts()).toEqual([1, 1])
    setClock(-HOUR)
    expect(attempts()).toEqual([2, 2])
    setClock(DAY)
    expect(attempts()).toEqual([3, 3])
  })
})

describe('a bounded queue', () => {
  test('begins what waits, although the clock was set forward, and expects no negative time', async () => {
    const queue = new BoundedQueue({ atOnce: 1, length: 1, patience: 60_000 })
    let end = () => {}
    const first = queue.run(
      () =>
        new Promise<void>(resolve => {
          end = resolve
        }),
    )
    const second = queue.run(async () => 'done')
    await soon()
    setClock(DAY)
    end()
    await first
    expect(await second).toBe('done')
    await queue.run(async () => setClock(-HOUR))
    const blocked = queue.run(() => soon())
    const waiting = queue.run(() => soon())
    const refused = await queue.run(() => soon()).catch((error: unknown) => error)
    expect(refused).toMatchObject({ expected: expect.toSatisfy((time: number) => time >= 0 && time < HOUR) })
    await Promise.all([blocked, waiting])
  })
})

describe('waiting for a lock', () => {
  test('ends in time, although the clock was set back', async () => {
    const attempt = () => {
      setClock(-HOUR)
      throw BUSY
    }
    await expect(retryWhileBusy(attempt, { giveUpAt: metAt => metAt + 50 })).rejects.toMatchObject({
      status: 503,
    })
  })

  test('goes on, although the clock was set forward', async () => {
    let attempts = 0
    const queue = new WriteQueue()
    const taken = queue.run(handedInAt =>
      queue.lock(handedInAt, () => {
        attempts += 1
        setClock(DAY)
        if (attempts < 4) throw BUSY
      }),
    )
    await expect(taken).resolves.toBeUndefined()
    expect(attempts).toBe(4)
  })
})

test('prepared statements are counted for as long as connections live, although the clock was set', () => {
  const texts = new PreparedTexts({ period: HOUR })
  texts.admits('select 1')
  setClock(DAY)
  texts.admits('select 2')
  setClock(-2 * DAY)
  texts.admits('select 3')
  expect(texts.use().entries).toBe(3)
})

describe('a jump of the clock', () => {
  test.each([
    ['back', -HOUR],
    ['forward', DAY],
  ])('%s is noticed, for a while', (_, jump) => {
    let [clock, steady] = [1_000_000, 0]
    const pass = (time: number) => {
      clock += time
      steady += time
    }
    const jumps = new ClockJumps(
      () => clock,
      () => steady,
    )
    pass(DAY)
    expect(jumps.within(1000)).toBe(false)
    clock += jump
    pass(5000)
    expect(jumps.within(1000)).toBe(true)
    pass(999)
    expect(jumps.within(1000)).toBe(true)
    pass(1)
    expect(jumps.within(1000)).toBe(false)
  })
})

test.each([
  [0, false],
  [-1000, false],
  [-1001, true],
  [1000, false],
  [1001, true],
])('what was noted %i ms from now, and counts for 1000 ms, is out of date: %s', (distance, expected) => {
  expect(isOutOfDate(Date.now() + distance, 1000)).toBe(expected)
})
