/** Which network addresses belong to the public internet. All others are the server's own surroundings. */
import { BlockList, isIPv4 } from 'node:net'

/** Every range of IPv4 that is not public, by the registry of IANA, and the address at which Azure serves its machines. */
const NOT_PUBLIC_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
]
/** What is public in IPv6, and the exceptions in it: protocols, Teredo, documentation, and 6to4 with its inner addresses. */
const PUBLIC_6 = ['2000::/3']
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** The names that settings may use for the usual ranges. */
const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether an address is in one of the ranges. */
export type AddressTest = (address: string) => boolean

/** `ranges`: `10.0.0.0/8`, `10.1.2.3`, `fd00::/8`, `loopback`, ... */
export function inRanges(ranges: readonly string[]): AddressTest {
  const list = new BlockList()
  for (const range of ranges.flatMap(given => NAMED_RANGES[given] ?? [given])) {
    const [address = '', bits] = range.split('/')
    const family = familyOf(address)
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return address => list.check(address, familyOf(address))
}

const isPrivate4 = inRanges(NOT_PUBLIC_4)
const isPublic6 = inRanges(PUBLIC_6)
const isSpecial6 = inRanges(NOT_PUBLIC_6)

export function isPublicAddress(given: string): boolean {
  const address = innerAddress(given)
  return isIPv4(address) ? !isPrivate4(address) : isPublic6(address) && !isSpecial6(address)
}

/** The address of IPv4 inside one of IPv6: mapped (`::ffff:10.0.0.1`) or translated (`64:ff9b::10.0.0.1`). */
export function innerAddress(address: string): string {
  if (isIPv4(address)) return address
  const groups = groupsOf(address)
  const start = groups.slice(0, 6).join(':')
  if (start !== '0:0:0:0:0:ffff' && start !== '64:ff9b:0:0:0:0') return address
  const bytes = groups.slice(6).flatMap(group => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
  return bytes.join('.')
}

/** The eight groups of an address of IPv6, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  // The parser of addresses knows all the ways to write them, and writes them in one.
  const plain = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const [before, after] = [head, tail ?? ''].map(part => (part === '' ? [] : part.split(':')))
  const missing = tail === undefined ? 0 : 8 - before!.length - after!.length
  return [...before!, ...Array.from({ length: missing }, () => '0'), ...after!]
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}
