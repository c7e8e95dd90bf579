import { expect, test } from 'vitest'
import { purgeBodies, purgeHeaders } from './purge-forms.ts'

const purge = (count: number) => ({
  event: 'cache.purge',
  createdAt: '2026-11-17T09:30:00.000Z',
  keys: Array.from({ length: count }, (_, index) => `k${index}`),
  paths: ['/api/articles'],
})

test('Fastly gets surrogate keys, and Cloudflare tags, no more than they take at once', () => {
  const fastly = 'https://api.fastly.com/service/abc/purge'
  expect(purgeBodies(fastly, purge(2))).toEqual([{ surrogate_keys: ['k0', 'k1'] }])
  expect(purgeBodies(fastly, purge(300))).toHaveLength(2)
  const cloudflare = 'https://api.cloudflare.com/client/v4/zones/abc/purge_cache'
  const bodies = purgeBodies(cloudflare, purge(61)) as { tags: string[] }[]
  expect(bodies.map(({ tags }) => tags.length)).toEqual([30, 30, 1])
  expect(bodies.flatMap(({ tags }) => tags)).toEqual(purge(61).keys)
})

test('everybody else gets the message as it is, with the keys in a header', () => {
  expect(purgeBodies('https://purge.example.org/service/abc/purge', purge(2))).toEqual([purge(2)])
  expect(purgeHeaders('cache.purge', JSON.stringify(purge(2)))).toEqual({ 'Surrogate-Key': 'k0 k1' })
  expect(purgeHeaders('entry.create', '{"keys":["k0"]}')).toEqual({})
})
