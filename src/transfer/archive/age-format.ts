/**
 * Encryption with a passphrase, in the format of age (https://age-encryption.org/v1), so that `age --decrypt` opens an
 * archive without Populus. The key comes from scrypt; the content is sealed in chunks of 64 KiB, in order, and the last
 * one is marked as the last.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { StartError } from '../../errors.ts'
import { sameSecret } from '../../util/same-secret.ts'
import { trimEnd } from '../../util/trim-run.ts'

export const AGE_START = 'age-encryption.org/v1\n'
export const AGE_CHUNK = 64 * 1024
export const AGE_TAG = 16
export const PAYLOAD_NONCE = 16

const KEY_BYTES = 16
const SALT_BYTES = 16
const BODY_BYTES = KEY_BYTES + AGE_TAG
/** As a power of two. It takes 128 MiB and about half a second. */
const WORK = 17
/** A larger one in a file would only keep us busy. */
const MOST_WORK = 20
const CIPHER = 'chacha20-poly1305'

const HEADER = /^age-encryption\.org\/v1\n-> scrypt ([\w+/]{22}) (\d{1,2})\n([\w+/]{43})\n---( ([\w+/]{43})\n)?/

/** A header is shorter than this. */
export const MOST_HEADER = 400

export interface AgeHeader {
  readonly bytes: Buffer
  readonly payloadKey: (nonce: Buffer) => Buffer
}

export async function newAgeHeader(passphrase: string): Promise<AgeHeader> {
  const fileKey = randomBytes(KEY_BYTES)
  const salt = randomBytes(SALT_BYTES)
  const wrapped = seal(await wrapKey(passphrase, salt, WORK), Buffer.alloc(12), fileKey)
  const start = `${AGE_START}-> scrypt ${base64(salt)} ${WORK}\n${base64(wrapped)}\n---`
  return { bytes: Buffer.from(`${start} ${base64(mac(fileKey, start))}\n`), payloadKey: payloadKeyOf(fileKey) }
}

/** Throws StartError for a wrong passphrase. `bytes` may be longer than the header. */
export async function openAgeHeader(bytes: Buffer, passphrase: string): Promise<AgeHeader> {
  const text = bytes.toString('latin1')
  const [whole, salt, work, body, , sum] = HEADER.exec(text) ?? []
  if (whole === undefined || sum === undefined) throw unreadable('it is not encrypted with a passphrase alone')
  if (Number(work) > MOST_WORK) throw unreadable(`opening it would take too much work (scrypt ${work})`)
  const wrapped = Buffer.from(body!, 'base64')
  if (wrapped.length !== BODY_BYTES) throw unreadable('its header is damaged')
  const fileKey = open(await wrapKey(passphrase, Buffer.from(salt!, 'base64'), Number(work)), Buffer.alloc(12), wrapped)
  if (fileKey === null) throw new StartError('The passphrase is wrong', ['nothing was changed'])
  const expected = mac(fileKey, whole.slice(0, whole.lastIndexOf('---') + 3))
  if (!sameSecret(Buffer.from(sum, 'base64'), expected)) throw unreadable('its header is damaged')
  return { bytes: bytes.subarray(0, whole.length), payloadKey: payloadKeyOf(fileKey) }
}

function unreadable(reason: string): StartError {
  return new StartError('The archive cannot be decrypted', [reason, 'nothing was changed'])
}

/** The nonce of a chunk: its number, and whether it is the last one. */
export function chunkNonce(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce[11] = last ? 1 : 0
  return nonce
}

export function seal(key: Buffer, nonce: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: AGE_TAG })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** `null` if it was not sealed with this key and nonce. */
export function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | null {
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: AGE_TAG })
  decipher.setAuthTag(sealed.subarray(sealed.length - AGE_TAG))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - AGE_TAG)), decipher.final()])
  } catch {
    return null
  }
}

async function wrapKey(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
  const cost = 2 ** work
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
  return derive(passphrase, labelled, 32, { N: cost, r: 8, p: 1, maxmem: 256 * 8 * cost })
}

const mac = (fileKey: Buffer, header: string): Buffer =>
  createHmac('sha256', derived(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest()

const payloadKeyOf = (fileKey: Buffer) => (nonce: Buffer) => derived(fileKey, nonce, 'payload')

const derived = (key: Buffer, salt: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, 32))

const base64 = (bytes: Buffer): string => trimEnd(bytes.toString('base64'), '=')
