import { expect, test } from 'vitest'
import { severalHosts, singleHosts } from './postgres-hosts.ts'

test.each([
  ['postgres://a/x', ['postgres://a/x']],
  ['postgres://a:1,b:2/x?y=z', ['postgres://a:1/x?y=z', 'postgres://b:2/x?y=z']],
  [
    'postgresql://u:p%40@a,b,[::1]:7/x',
    ['postgresql://u:p%40@a/x', 'postgresql://u:p%40@b/x', 'postgresql://u:p%40@[::1]:7/x'],
  ],
])('%s has the hosts %j', (url, singles) => {
  expect(singleHosts(url)).toEqual(singles)
  expect(severalHosts(singles)).toBe(url)
})
