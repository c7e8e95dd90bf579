/** The headers of the tus protocol, version 1.0.0 (https://tus.io/protocols/resumable-upload). */
import type { FastifyRequest } from 'fastify'
import { PopulusError } from '../../errors.ts'

export const TUS_VERSION = '1.0.0'
export const TUS_EXTENSIONS = 'creation,creation-with-upload,expiration,termination'
/** The type of a body with a part of an upload. */
export const PART_TYPE = 'application/offset+octet-stream'

export function checkVersion({ headers }: FastifyRequest): void {
  if (headers['tus-resumable'] !== TUS_VERSION) throw new PopulusError('resumableVersion')
}

/** A number of bytes in a header. */
export function byteCount({ headers }: FastifyRequest, name: 'upload-length' | 'upload-offset'): number {
  const given = headers[name]
  const value = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined
  if (value === undefined) throw bad(`${name} must be a number of bytes`)
  return value
}

/** `filename d29ybGQ=,confidential` is `{ filename: 'world', confidential: '' }`. */
export function readMetadata(header: string | string[] | undefined): Readonly<Record<string, string>> {
  const pairs = String(header ?? '')
    .split(',')
    .map(pair => pair.trim())
    .filter(pair => pair !== '')
    .map(pair => readPair(pair))
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw bad('upload-metadata has a name twice')
  return Object.freeze(Object.fromEntries(pairs))
}

function readPair(pair: string): readonly [string, string] {
  const [, name, encoded = ''] = /^([^\s,]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/.exec(pair) ?? []
  if (name === undefined) throw bad('upload-metadata must have names, each with a value in base64')
  return [name, Buffer.from(encoded, 'base64').toString('utf8')]
}

export const bad = (problem: string): PopulusError => new PopulusError('badResumable', { problem })
