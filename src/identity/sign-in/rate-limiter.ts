/**
 * Counts attempts. The caller names what is counted in its own terms (the route, the address, the account), never by a
 * header or a field of the request as received. Nothing that a client sends can start a new count.
 */

import { isIPv4, isIPv6 } from 'node:net'
import { sha256 } from '../../util/sha256.ts'
import { trimStart } from '../../util/text/trim-run.ts'

export interface RateLimit {
  /** The period in which attempts are counted, in milliseconds. */
  readonly interval: number
  readonly perAddress: number
  readonly perIdentifier: number
}

export interface Attempt {
  /** What is attempted. Each route counts separately. */
  readonly route: string
  /** The sender's address. */
  readonly address: string
  /** The account, as typed. */
  readonly identifier?: string | undefined
}

export interface Verdict {
  readonly allowed: boolean
  readonly limit: number
  /** Attempts left for the address. */
  readonly remaining: number
  /** In how many milliseconds counting starts again. */
  readonly resetIn: number
}

/** Where attempts are counted: in this process, or in one that several processes share. */
export interface AttemptCounter {
  check(attempt: Attempt): Promise<Verdict>
}

/** Returns the counter for a kind of attempt, such as those of administrators. */
export type AttemptCounters = (kind: string, limit: RateLimit) => AttemptCounter

export interface Count {
  readonly attempts: number
  /** In how many milliseconds counting starts again. */
  readonly resetIn: number
}

/** Where the counts are stored. */
export interface Counts {
  /** Counts one more attempt, in the current period or in a new one of `interval` milliseconds. */
  add(key: string, interval: number): Count | Promise<Count>
}

export class RateLimiter implements AttemptCounter {
  readonly #limit: RateLimit
  readonly #counts: Counts

  constructor(limit: RateLimit, counts: Counts = new MemoryCounts()) {
    this.#limit = limit
    this.#counts = counts
  }

  /** Counts the attempt. An attempt that the address may not make does not count against the account. */
  async check({ route, address, identifier }: Attempt): Promise<Verdict> {
    const { perAddress, perIdentifier, interval } = this.#limit
    const byAddress = await this.#counts.add(`address ${route} ${networkOf(address)}`, interval)
    const verdict = { limit: perAddress, remaining: Math.max(0, perAddress - byAddress.attempts) }
    const own = { ...verdict, allowed: byAddress.attempts <= perAddress, resetIn: byAddress.resetIn }
    if (!own.allowed || identifier === undefined) return own
    const byIdentifier = await this.#counts.add(`identifier ${route} ${fingerprintOf(identifier)}`, interval)
    if (byIdentifier.attempts <= perIdentifier) return own
    return { ...verdict, allowed: false, resetIn: byIdentifier.resetIn }
  }
}

/**
 * Far more than one interval produces from all addresses that a machine can serve. Beyond it the oldest are forgotten.
 */
const MOST_COUNTS = 200_000

/** Returns the header `retry-after` for an attempt that was refused. */
export function retryAfter({ resetIn }: Verdict): number {
  return Math.max(1, Math.ceil(resetIn / 1000))
}

interface Running {
  readonly attempts: number
  /** By the clock of `MemoryCounts`. */
  readonly resetAt: number
}

/** Stores the counts in this process. Setting the clock of the system shortens or prolongs no period. */
export class MemoryCounts implements Counts {
  readonly #clock: () => number
  readonly #counts = new Map<string, Running>()

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  add(key: string, interval: number): Count {
    const now = this.#clock()
    const known = this.#counts.get(key)
    const running = known !== undefined && known.resetAt > now
    const count = running
      ? { attempts: known.attempts + 1, resetAt: known.resetAt }
      : { attempts: 1, resetAt: now + interval }
    if (!running) {
      // Deleting it first keeps the map in chronological order.
      this.#counts.delete(key)
      this.#forget(now)
    }
    this.#counts.set(key, count)
    return { attempts: count.attempts, resetIn: count.resetAt - now }
  }

  #forget(now: number): void {
    for (const [key, { resetAt }] of this.#counts) {
      if (resetAt > now && this.#counts.size < MOST_COUNTS) return
      this.#counts.delete(key)
    }
  }
}

/**
 * The address range that one party can be expected to have:
 * - `203.0.113.7` and `::ffff:203.0.113.7` are the address `203.0.113.7`
 * - `2001:db8:0:1::5` is its 64-bit network, `2001:db8:0:1`
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  if (isIPv4(mapped) || !isIPv6(mapped)) return mapped
  const [head = '', tail] = (mapped.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length)
  const all = [...groups, ...new Array<string>(missing).fill('0'), ...rest]
  return all
    .slice(0, 4)
    .map(group => trimStart(group.slice(0, -1), '0') + group.slice(-1))
    .join(':')
}

/** Spellings that a person would call the same are equal. A long string takes no more memory than a short one. */
function fingerprintOf(identifier: string): string {
  return sha256(identifier.normalize('NFKC').trim().toLowerCase(), 'base64url')
}
