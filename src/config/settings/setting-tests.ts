/** Tests for setting values: addresses, address ranges and headers. */

import { isIP } from 'node:net'
import { isRecord } from '../../util/is-record.ts'
import { singleHosts } from '../../util/postgres-hosts.ts'

export function isSmtpUrl(given: unknown): boolean {
  return isUrl(given, /^smtps?:\/\//)
}

export function isWebUrl(given: unknown): boolean {
  return isUrl(given, /^https?:\/\//)
}

/** Several hosts are allowed, as long as the address asks for the one that accepts writes. */
export function isPostgresUrl(given: unknown): boolean {
  if (typeof given !== 'string') return false
  return singleHosts(given).every(
    url => isUrl(url, /^postgres(ql)?:\/\//) && WRITABLE.has(new URL(url).searchParams.get('target_session_attrs')),
  )
}

const WRITABLE: ReadonlySet<string | null> = new Set([null, 'any', 'primary', 'read-write'])

function isUrl(given: unknown, scheme: RegExp): boolean {
  return typeof given === 'string' && scheme.test(given) && URL.canParse(given)
}

export function isHeaderRecord(given: unknown): boolean {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false
  return Object.values(given).every(header => typeof header === 'string' && /^[\w\-=,;" ]+$/.test(header))
}

/** Addresses, ranges, and the names of the usual private ranges. */
export function isAddressList(given: unknown): boolean {
  return Array.isArray(given) && given.every(isAddressRange)
}

function isAddressRange(given: unknown): boolean {
  if (typeof given !== 'string') return false
  if (['loopback', 'linklocal', 'uniquelocal'].includes(given)) return true
  const [address = '', bits, ...rest] = given.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

/** Sizes in pixels by name. */
export function isBreakpoints(given: unknown): boolean {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false
  return Object.entries(given).every(
    ([name, size]) => /^\w+$/.test(name) && Number.isSafeInteger(size) && size >= 1 && size <= 65_535,
  )
}

/** Plain values by name. */
export function isOptionRecord(given: unknown): boolean {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false
  return Object.values(given).every(
    option => option === null || ['string', 'number', 'boolean'].includes(typeof option),
  )
}

/** Names of content types in groups. */
export type GroupNames = Readonly<Record<string, readonly string[]>>

/** Address templates by the uid of a content type. */
export type PreviewAddresses = Readonly<Record<string, string>>

export function isGroups(given: unknown): boolean {
  return isRecord(given) && Object.values(given).every(uids => Array.isArray(uids) && uids.every(isName))
}

/** The placeholders may be anywhere in an address; what is left must be one. */
export function isPreview(given: unknown): boolean {
  return isRecord(given) && Object.values(given).every(url => isName(url) && isWebUrl(url.replace(/[{}]/g, '')))
}

function isName(given: unknown): given is string {
  return typeof given === 'string' && given !== ''
}

/** `640` or `"640x480"`, each side from 1 to 10000. */
export function isSizeList(given: unknown): boolean {
  return Array.isArray(given) && given.every(isSize)
}

function isSize(given: unknown): boolean {
  const sides = typeof given === 'number' ? [given] : (/^(\d+)x(\d+)$/.exec(String(given))?.slice(1).map(Number) ?? [0])
  return sides.every(side => Number.isInteger(side) && side >= 1 && side <= 10_000)
}

/** `image/png`, `image/*`, `*` or `.csv` */
export function isTypeList(given: unknown): boolean {
  const isType = (item: unknown) => typeof item === 'string' && /^(\*|[\w.+-]+\/(\*|[\w.+-]+)|\*\/\*|\.\w+)$/.test(item)
  return Array.isArray(given) && given.every(isType)
}
