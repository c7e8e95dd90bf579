/** The official test vectors of age, as far as they are about passphrases and content: other keys and armor are refused. */
import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import * as vectors from 'cctv-age'
import { describe, expect, test } from 'vitest'
import { decrypted, isEncrypted, openPayload } from '../../src/transfer/archive/age-format.ts'
import { ByteSource } from '../../src/transfer/archive/byte-source.ts'

interface Vector {
  readonly name: string
  readonly values: ReadonlyMap<string, string>
  readonly file: Buffer
}

function vectorOf([name, bytes]: [string, Uint8Array]): Vector {
  const all = Buffer.from(bytes)
  const end = all.indexOf('\n\n')
  const lines = all.subarray(0, end).toString().split('\n')
  const values = new Map(lines.map(line => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]))
  const rest = all.subarray(end + 2)
  return { name, values, file: values.get('compressed') === 'zlib' ? inflateSync(rest) : rest }
}

const all = Object.entries(vectors).map(vectorOf)

/** In small pieces, as a slow disk may give them. */
async function* pieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += 10_000) yield file.subarray(at, at + 10_000)
}

interface Outcome {
  readonly sum: string
  readonly error: string | undefined
}

/** What came out before it ended or failed. */
async function outcome(plain: AsyncIterable<Buffer>): Promise<Outcome> {
  const hash = createHash('sha256')
  try {
    for await (const bytes of plain) hash.update(bytes)
    return { sum: hash.digest('hex'), error: undefined }
  } catch (error) {
    return { sum: hash.digest('hex'), error: (error as Error).message }
  }
}

const REFUSALS: Readonly<Record<string, RegExp>> = {
  'no match': /passphrase is wrong|cannot be decrypted/,
  'HMAC failure': /cannot be decrypted/,
  'header failure': /cannot be decrypted|passphrase is wrong/,
  'payload failure': /archive is damaged/,
}

describe('with a passphrase', () => {
  const found = all.filter(({ values }) => values.has('passphrase') && !values.has('armored'))
  test.each(found)('$name', async ({ values, file }) => {
    const source = new ByteSource(pieces(file))
    expect(await isEncrypted(source)).toBe(true)
    const { sum, error } = await outcome(decrypted(source, async () => values.get('passphrase')!))
    const expected = values.get('expect')!
    if (expected === 'success') expect([sum, error]).toEqual([values.get('payload'), undefined])
    else expect(error).toMatch(REFUSALS[expected]!)
  })
  test('there are such vectors', () => expect(found.length).toBeGreaterThan(20))
})

describe('the content of a file whose key is known', () => {
  const found = all.filter(({ name, values }) => name.startsWith('stream_') && values.has('file key'))
  test.each(found)('$name', async ({ values, file }) => {
    const afterHeader = file.indexOf('\n', file.indexOf('\n---') + 1) + 1
    const key = Buffer.from(values.get('file key')!, 'hex')
    const { sum, error } = await outcome(openPayload(new ByteSource(pieces(file.subarray(afterHeader))), key))
    if (values.get('expect') === 'success') expect([sum, error]).toEqual([values.get('payload'), undefined])
    else expect(error).toMatch(REFUSALS['payload failure']!)
  })
  test('there are such vectors', () => expect(found.length).toBeGreaterThan(20))
})
