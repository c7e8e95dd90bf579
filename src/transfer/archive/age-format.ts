/**
 * Encryption with a passphrase, in the format of age (https://age-encryption.org/v1), so that `age --decrypt` opens an
 * archive without Populus. The key comes from scrypt; the content is sealed in chunks of 64 KiB, in order, and the last
 * one is marked as the last.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { StartError } from '../../errors.ts'
import { sameSecret } from '../../util/same-secret.ts'
import { trimEnd } from '../../util/text/trim-run.ts'
import type { ByteSource } from './byte-source.ts'
import { damaged } from './damaged-archive.ts'

const START = 'age-encryption.org/v1\n'
const CHUNK = 64 * 1024
const TAG = 16
const KEY_BYTES = 16
const NONCE_BYTES = 16
/** As a power of two. It takes 128 MiB and about half a second. */
const WORK = 17
/** A larger one in a file would only keep us busy. */
const MOST_WORK = 20
const CIPHER = 'chacha20-poly1305'

const HEADER = /^age-encryption\.org\/v1\n-> scrypt ([\w+/]{22}) ([1-9]\d?)\n([\w+/]{43})\n---(?= ([\w+/]{43})\n)/
/** After what the pattern matches: a space, the code and the line break. */
const CODE_BYTES = 45
/** A header is shorter than this. */
const MOST_HEADER = 400

export async function* encrypted(plain: ByteSource, passphrase: string): AsyncGenerator<Buffer> {
  const [fileKey, salt, nonce] = [randomBytes(KEY_BYTES), randomBytes(16), randomBytes(NONCE_BYTES)]
  const wrapped = seal(await wrappingKey(passphrase, salt, WORK), Buffer.alloc(12), fileKey)
  const start = `${START}-> scrypt ${base64(salt)} ${WORK}\n${base64(wrapped)}\n---`
  yield Buffer.concat([Buffer.from(`${start} ${base64(codeOf(fileKey, start))}\n`), nonce])
  const key = derived(fileKey, nonce, 'payload')
  for (let number = 0, last = false; !last; number += 1) {
    const chunk = await plain.upTo(CHUNK)
    last = await plain.isAtEnd()
    yield seal(key, chunkNonce(number, last), chunk)
  }
}

export async function isEncrypted(source: ByteSource): Promise<boolean> {
  return (await source.peek(START.length)).toString('latin1') === START
}

/** Throws StartError for a wrong passphrase, and for what was cut or altered. */
export async function* decrypted(source: ByteSource, passphrase: () => Promise<string>): AsyncGenerator<Buffer> {
  try {
    yield* openPayload(source, await openHeader(source, await passphrase()))
  } finally {
    await source.close()
  }
}

async function openHeader(source: ByteSource, passphrase: string): Promise<Buffer> {
  const text = (await source.peek(MOST_HEADER)).toString('latin1')
  const [whole = '', salt = '', work, wrapped = '', code = ''] = HEADER.exec(text) ?? []
  if (whole === '') throw unreadable('it is not encrypted with a passphrase alone')
  if (Number(work) > MOST_WORK) throw unreadable(`opening it would take too much work (scrypt ${work})`)
  const key = await wrappingKey(passphrase, bytesOf(salt), Number(work))
  const fileKey = open(key, Buffer.alloc(12), bytesOf(wrapped))
  if (fileKey === null) throw new StartError('The passphrase is wrong', ['nothing was changed'])
  if (!sameSecret(bytesOf(code), codeOf(fileKey, whole))) throw unreadable('its header is damaged')
  await source.upTo(whole.length + CODE_BYTES)
  return fileKey
}

/** What follows the header. */
export async function* openPayload(source: ByteSource, fileKey: Buffer): AsyncGenerator<Buffer> {
  const nonce = await source.upTo(NONCE_BYTES)
  if (nonce.length < NONCE_BYTES) throw damaged('it ends too early')
  const key = derived(fileKey, nonce, 'payload')
  for (let number = 0, last = false; !last; number += 1) {
    const sealed = await source.upTo(CHUNK + TAG)
    last = await source.isAtEnd()
    const plain = sealed.length < TAG ? null : open(key, chunkNonce(number, last), sealed)
    // Only an empty file has an empty chunk.
    if (plain === null || (plain.length === 0 && number > 0)) throw damaged('it was cut or altered')
    yield plain
  }
}

function unreadable(reason: string): StartError {
  return new StartError('The archive cannot be decrypted', [reason, 'nothing was changed'])
}

/** The nonce of a chunk: its number, and whether it is the last one. */
function chunkNonce(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce[11] = last ? 1 : 0
  return nonce
}

function seal(key: Buffer, nonce: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** `null` if it was not sealed with this key and nonce. */
function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | null {
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG })
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG)), decipher.final()])
  } catch {
    return null
  }
}

async function wrappingKey(passphrase: string, salt: Buffer, work: number): Promise<Buffer> {
  const labelled = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt])
  const cost = 2 ** work
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
  return derive(passphrase, labelled, 32, { N: cost, r: 8, p: 1, maxmem: 256 * 8 * cost })
}

/** Proves that the header is the one that was written. */
const codeOf = (fileKey: Buffer, header: string): Buffer =>
  createHmac('sha256', derived(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest()

const derived = (key: Buffer, salt: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, 32))

const base64 = (bytes: Buffer): string => trimEnd(bytes.toString('base64'), '=')

/** The same bytes can be written in several ways, of which age allows one. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (base64(bytes) !== text) throw unreadable('its header is damaged')
  return bytes
}
