import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { whileHeld } from './while-held.ts'

const TIME = 1000

/** A lease that was just taken. `hold` says what the database answers from then on. */
function leaseWith(hold: () => Promise<boolean>) {
  let until = performance.now() + TIME
  let renewals = 0
  return {
    time: TIME,
    get left() {
      return until - performance.now()
    },
    get renewals() {
      return renewals
    },
    hold: async () => {
      renewals += 1
      const asked = performance.now()
      const isHeld = await hold()
      until = isHeld ? asked + TIME : 0
      return isHeld
    },
  }
}

const untilLost = (lost: AbortSignal) =>
  new Promise<string>(resolve => lost.addEventListener('abort', () => resolve('lost')))

test('a lease is kept while work takes longer than it lasts', async () => {
  const lease = leaseWith(async () => true)
  const work = async (lost: AbortSignal) => {
    await sleep(2.5 * TIME)
    return lost.aborted
  }
  expect(await whileHeld(lease, work)).toBe(false)
  expect(lease.left).toBeGreaterThan(0)
  const { renewals } = lease
  await sleep(TIME)
  expect(lease.renewals).toBe(renewals)
})

test('work that is done before the lease must be renewed asks the database nothing', async () => {
  const lease = leaseWith(async () => true)
  expect(await whileHeld(lease, async () => 'done')).toBe('done')
  expect(lease.renewals).toBe(0)
})

test.each([
  ['another server has it', async () => false],
  ['the database fails for too long', () => Promise.reject(new Error('away'))],
])('work learns that the lease is lost: %s', async (_why, hold) => {
  expect(await whileHeld(leaseWith(hold), untilLost)).toBe('lost')
})

test('work learns before the lease ends that the database does not answer', async () => {
  let answer: (isHeld: boolean) => void = () => undefined
  const lease = leaseWith(() => new Promise(resolve => (answer = resolve)))
  const work = async (lost: AbortSignal) => {
    await untilLost(lost)
    answer(false)
    return lease.left
  }
  expect(await whileHeld(lease, work)).toBeGreaterThan(-TIME / 2)
})
