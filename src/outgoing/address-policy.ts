/**
 * Which addresses the server may connect to. It is asked with the address of the connection itself, after the name has been
 * looked up, so a name cannot mean one address when it is checked and another when it is used.
 */
import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { innerAddress, inRanges, isPublicAddress } from './public-address.ts'

/** The setting `outgoing.allow` can open a range that is not public. */
export class AddressRefused extends Error {
  constructor(host: string, address: string) {
    const place = host === address ? address : `${host} (${address})`
    super(`${place} is not an address of the public internet; the setting outgoing.allow can allow it`)
  }
}

/** Finds the addresses of a name. Tests have one of their own. */
export type FindAddresses = (host: string) => Promise<readonly LookupAddress[]>

export const findInSystem: FindAddresses = host =>
  new Promise((resolve, reject) =>
    systemLookup(host, { all: true, verbatim: true }, (error, found) => (error ? reject(error) : resolve(found))),
  )

export interface AddressPolicy {
  /** Throws `AddressRefused` for a host that is written as an address and is not allowed. */
  check(host: string): void
  /** For connections to names; fails with `AddressRefused` if any address of the name is not allowed. */
  readonly lookup: LookupFunction
}

/** For addresses that somebody else than the operator has named. `allow`: ranges that the operator has opened. */
export function publicOnly(allow: readonly string[], find: FindAddresses): AddressPolicy {
  const isOpened = inRanges(allow)
  return policy(find, address => isPublicAddress(address) || isOpened(innerAddress(address)))
}

/** For addresses in the settings. */
export function anyAddress(find: FindAddresses): AddressPolicy {
  return policy(find, () => true)
}

function policy(find: FindAddresses, isAllowed: (address: string) => boolean): AddressPolicy {
  const checkAddress = (host: string, address: string) => {
    if (!isAllowed(address)) throw new AddressRefused(host, address)
  }
  const found = async (host: string) => {
    const addresses = await find(host)
    for (const { address } of addresses) checkAddress(host, address)
    return addresses
  }
  return {
    check: host => {
      if (isIP(host) !== 0) checkAddress(host, host)
    },
    lookup: (host, options, callback) => {
      found(host).then(
        addresses => answer(addresses, options.all === true, callback),
        error => callback(error, []),
      )
    },
  }
}

function answer(found: readonly LookupAddress[], all: boolean, callback: Parameters<LookupFunction>[2]): void {
  const [first] = found
  if (first === undefined) callback(new Error('the name has no address'), [])
  else if (all) callback(null, [...found])
  else callback(null, first.address, first.family)
}
