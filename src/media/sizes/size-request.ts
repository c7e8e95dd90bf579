/** Which other size of an image a request asks for, and whether anybody may ask for it. */

import { createHmac } from 'node:crypto'
import { PopulusError } from '../../errors.ts'
import { sameSecret } from '../../util/same-secret.ts'
import { type ImageFit, TARGETS, type TargetFormat } from '../images/image-formats.ts'

export interface SizeRequest {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly fit?: ImageFit | undefined
  readonly format?: TargetFormat | undefined
  readonly quality?: number | undefined
}

export interface SizeRules {
  /** Sizes that everybody may ask for: `640` is a width or a height, `640x480` both. */
  readonly sizes: readonly (number | string)[]
  /** Signed requests may ask for any size. Without a secret there are none. */
  readonly secret: string | undefined
}

const FITS: readonly ImageFit[] = ['cover', 'contain', 'inside']
const LARGEST_SIDE = 10_000
const NAMES = ['width', 'height', 'fit', 'format', 'quality'] as const
const SIGNATURE = 'signature'

/**
 * `readSizeRequest('/uploads/a.jpg', 'width=640&format=webp', rules)` is `{ width: 640, format: 'webp' }`. Other
 * parameters mean nothing; without any of ours it is `undefined`, and the file itself is meant.
 */
export function readSizeRequest(path: string, search: string, rules: SizeRules): SizeRequest | undefined {
  const parameters = new URLSearchParams(search)
  const given = NAMES.filter(name => parameters.has(name))
  if (given.length === 0) return undefined
  for (const name of given) if (parameters.getAll(name).length > 1) throw bad(name, 'expected one value')
  const request: SizeRequest = Object.freeze({
    width: whole(parameters, 'width', LARGEST_SIDE),
    height: whole(parameters, 'height', LARGEST_SIDE),
    fit: oneOf(parameters, 'fit', FITS),
    format: oneOf(parameters, 'format', TARGETS),
    quality: whole(parameters, 'quality', 100),
  })
  const signature = parameters.get(SIGNATURE)
  if (signature === null ? !isConfigured(request, rules.sizes) : !isSigned(path, parameters, signature, rules.secret))
    throw new PopulusError('sizeNotAllowed', {}, { hint: hint(rules, signature) })
  return request
}

/** A quality of their own would multiply the number of images that everybody can make the server keep. */
function isConfigured({ width, height, quality }: SizeRequest, sizes: SizeRules['sizes']): boolean {
  if (quality !== undefined) return false
  if (width !== undefined && height !== undefined) return sizes.includes(`${width}x${height}`)
  const side = width ?? height
  return side === undefined || sizes.includes(side)
}

function hint({ sizes, secret }: SizeRules, signature: string | null): string {
  if (signature !== null) return secret === undefined ? 'no secret is set (media.sizeSecret)' : 'the signature is wrong'
  return `without a signature: ${sizes.join(', ')}; and no quality`
}

function whole(parameters: URLSearchParams, name: string, most: number): number | undefined {
  const given = parameters.get(name)
  if (given === null) return undefined
  const value = /^[1-9]\d{0,4}$/.test(given) ? Number(given) : Number.NaN
  if (!(value <= most)) throw bad(name, `expected a whole number from 1 to ${most}`)
  return value
}

function oneOf<T extends string>(parameters: URLSearchParams, name: string, choices: readonly T[]): T | undefined {
  const given = parameters.get(name)
  if (given === null) return undefined
  const choice = choices.find(known => known === given)
  if (choice === undefined) throw bad(name, `expected ${choices.join(', ')}`)
  return choice
}

const bad = (parameter: string, problem: string): PopulusError => new PopulusError('badValue', { parameter, problem })

/**
 * The HMAC-SHA256 of the address, with the parameters in alphabetical order, in base64url:
 *
 *     /uploads/photo_1a2b3c4d5e.jpg?format=webp&width=640
 */
function signSize(path: string, parameters: URLSearchParams, secret: string): string {
  const sorted = new URLSearchParams([...parameters].filter(([name]) => name !== 'signature'))
  sorted.sort()
  return createHmac('sha256', secret).update(`${path}?${sorted}`).digest('base64url')
}

function isSigned(path: string, parameters: URLSearchParams, signature: string, secret: string | undefined): boolean {
  return secret !== undefined && sameSecret(signature, signSize(path, parameters, secret))
}
