import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inRanges, isPublicAddress } from '../../src/outgoing/public-address.ts'
import { assertProperty } from '../properties/assert-property.ts'

/** Loopback, private, link-local and metadata addresses, shared, reserved, multicast; the same inside IPv6. */
const INSIDE = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.255.254'],
  ...['169.254.169.254', '169.254.170.2', '168.63.129.16', '172.16.0.1', '172.31.255.255', '192.0.0.192'],
  ...['192.0.2.1', '192.168.1.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1'],
  ...['240.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:a00:1'],
  ...['::127.0.0.1', '64:ff9b::a00:1', '64:ff9b::169.254.169.254', '64:ff9b:1::1', '100::1', '2001::1'],
  ...['2001:db8::1', '2002:7f00:1::', '2002:a9fe:a9fe::', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0'],
  ...['fec0::1', 'ff02::1', '3fff::1', '::ffff:0:127.0.0.1'],
]
const OUTSIDE = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '169.253.255.255'],
  ...['172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0', '223.255.255.255', '::ffff:8.8.8.8'],
  ...['64:ff9b::808:808', '2606:4700:4700::1111', '2a00:1450:4001::200e', '2001:4860:4860::8888'],
]

test.each(INSIDE)('%s is not public', address => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(OUTSIDE)('%s is public', address => {
  expect(isPublicAddress(address)).toBe(true)
})

test('an address of IPv4 and its form in IPv6 are the same address', async () => {
  await assertProperty(
    fc.asyncProperty(fc.ipV4(), async address => {
      const groups = address.split('.').map(Number)
      const hex = [groups[0]! * 256 + groups[1]!, groups[2]! * 256 + groups[3]!].map(group => group.toString(16))
      for (const written of [`::ffff:${address}`, `::ffff:${hex.join(':')}`, `0:0:0:0:0:FFFF:${hex.join(':')}`]) {
        expect([written, isPublicAddress(written)]).toEqual([written, isPublicAddress(address)])
      }
    }),
    1000,
  )
})

test('ranges are addresses, networks and names', () => {
  const isAllowed = inRanges(['10.1.0.0/16', '192.168.1.7', 'fd00::/8', 'loopback'])
  const asked = ['10.1.2.3', '10.2.0.1', '192.168.1.7', '192.168.1.8', 'fd12::1', 'fc00::1', '127.9.9.9', '::1']
  expect(asked.filter(isAllowed)).toEqual(['10.1.2.3', '192.168.1.7', 'fd12::1', '127.9.9.9', '::1'])
})
