import { describe, expect, test } from 'vitest'
import { MemoryCounts, networkOf, RateLimiter } from './rate-limiter.ts'

describe('attempts', () => {
  let now = 0
  const limiter = (limits = {}) =>
    new RateLimiter({ interval: 1000, perAddress: 2, perIdentifier: 3, ...limits }, new MemoryCounts(() => now))
  const allowed = async (count: RateLimiter, attempt: { address: string; identifier?: string; route?: string }) =>
    (await count.check({ route: '/x', ...attempt })).allowed

  test('are counted by address until the time is over', async () => {
    const count = limiter()
    const answers = await Promise.all([1, 2, 3].map(() => count.check({ route: '/x', address: '192.0.2.1' })))
    expect(answers).toEqual([
      { allowed: true, limit: 2, remaining: 1, resetIn: 1000 },
      { allowed: true, limit: 2, remaining: 0, resetIn: 1000 },
      { allowed: false, limit: 2, remaining: 0, resetIn: 1000 },
    ])
    expect(await allowed(count, { address: '192.0.2.2' })).toBe(true)
    expect(await allowed(count, { address: '192.0.2.1', route: '/y' })).toBe(true)
    now += 999
    expect(await allowed(count, { address: '192.0.2.1' })).toBe(false)
    now += 1
    expect(await allowed(count, { address: '192.0.2.1' })).toBe(true)
  })

  test('are counted by account from all addresses, but not those that the address may not make', async () => {
    const count = limiter()
    for (let index = 0; index < 5; index++) await allowed(count, { address: '192.0.2.1', identifier: 'ann' })
    expect(await allowed(count, { address: '192.0.2.2', identifier: 'ANN ' })).toBe(true)
    expect(await allowed(count, { address: '192.0.2.3', identifier: 'ann' })).toBe(false)
    expect(await allowed(count, { address: '192.0.2.3', identifier: 'bea' })).toBe(true)
  })

  test('of a whole IPv6 network of 64 bits are one', async () => {
    const count = limiter()
    const addresses = ['2001:db8:0:1::1', '2001:db8::1:ffff:0:0:9', '2001:0db8:0000:0001::2']
    expect(await Promise.all(addresses.map(address => allowed(count, { address })))).toEqual([true, true, false])
  })

  test('of many addresses take a limited memory, and the newest are kept', async () => {
    const count = limiter({ interval: 1e9 })
    for (let index = 0; index < 250_000; index++) await count.check({ route: '/x', address: `a${index}` })
    await allowed(count, { address: 'a249999' })
    expect(await allowed(count, { address: 'a249999' })).toBe(false)
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '0:0:0:0'],
  ['2001:db8:0:1::5', '2001:db8:0:1'],
  ['2001:DB8:0:1:2:3:4:5', '2001:db8:0:1'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
