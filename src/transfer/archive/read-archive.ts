/** Reads an archive entry by entry, in little memory, and checks its sum at the end. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { StartError } from '../../errors.ts'
import {
  AGE_CHUNK,
  AGE_START,
  AGE_TAG,
  chunkNonce,
  MOST_HEADER,
  open,
  openAgeHeader,
  PAYLOAD_NONCE,
} from './age-format.ts'
import { END_ENTRY } from './archive-writer.ts'
import { ByteSource } from './byte-source.ts'
import { BLOCK, damaged, padding, parseTarHeader, type TarEntry } from './tar-format.ts'

export interface ArchiveFile {
  readonly file: string
  /** Asked for only if the archive is encrypted. */
  readonly passphrase: () => Promise<string>
}

export interface ArchiveEntry extends TarEntry {
  /** To be read before the next entry; what is left of it is skipped. */
  content(): AsyncGenerator<Buffer>
  /** All of it, for small entries. */
  text(): Promise<string>
}

/** No single text in an archive is longer. */
const MOST_TEXT = 1 << 28

/** Throws StartError if the archive was cut or altered, at the latest after its last entry. */
export async function* readArchive(archive: ArchiveFile): AsyncGenerator<ArchiveEntry> {
  const plain = await decrypted(archive)
  const source = new ByteSource(unpacked(plain))
  const hash = createHash('sha256')
  let entries = 0
  try {
    for (;;) {
      const sum = hash.copy()
      const entry = await nextEntry(source, hash)
      if (entry === null) throw damaged('it ends too early')
      if (entry.name === END_ENTRY) return await checkEnd(entry, entries, sum, source)
      entries += 1
      yield entry
      for await (const _rest of entry.content());
    }
  } finally {
    await source.close()
  }
}

/** The entries of any tar file, such as one that another program has written. */
export async function* readTar(packed: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  const source = new ByteSource(unpacked(packed))
  try {
    for (;;) {
      const entry = await nextEntry(source, createHash('sha256'))
      if (entry === null) return
      yield entry
      for await (const _rest of entry.content());
    }
  } finally {
    await source.close()
  }
}

async function checkEnd(entry: ArchiveEntry, entries: number, hash: Hash, source: ByteSource): Promise<void> {
  const end = parsed(await entry.text())
  if (end.entries !== entries || end.sha256 !== hash.digest('hex')) throw damaged('its checksum is wrong')
  // Nothing but the zeros that fill up the last block may follow.
  for await (const bytes of source.rest())
    if (bytes.some(byte => byte !== 0)) throw damaged('something follows its end')
}

function parsed(text: string): { readonly entries?: unknown; readonly sha256?: unknown } {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged('its last entry is not valid JSON')
  }
}

/** `null` at the end of the file. */
async function nextEntry(source: ByteSource, hash: Hash): Promise<ArchiveEntry | null> {
  let pax: string | null = null
  for (;;) {
    const header = await source.exactly(BLOCK)
    if (header === null) return null
    hash.update(header)
    const found = parseTarHeader(header, pax)
    if (found === null) return null
    const entry = entryOf(source, hash, found)
    if (!found.isPax) return entry
    pax = await entry.text()
  }
}

function entryOf(source: ByteSource, hash: Hash, { name, size }: TarEntry): ArchiveEntry {
  let left = size
  async function* content(): AsyncGenerator<Buffer> {
    while (left > 0) {
      const bytes = await source.atMost(left)
      if (bytes === null) throw damaged('it ends too early')
      hash.update(bytes)
      left -= bytes.length
      if (left === 0) await fill()
      yield bytes
    }
  }
  const fill = async () => {
    const zeros = await source.exactly(padding(size))
    if (zeros === null) throw damaged('it ends too early')
    hash.update(zeros)
  }
  const text = async () => {
    if (size > MOST_TEXT) throw damaged(`${name} is too large`)
    const parts: Buffer[] = []
    for await (const bytes of content()) parts.push(bytes)
    return Buffer.concat(parts).toString('utf8')
  }
  return { name, size, content, text }
}

async function* unpacked(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const input = Readable.from(packed, { objectMode: false })
  input.on('error', error => gunzip.destroy(error))
  input.pipe(gunzip)
  try {
    for await (const bytes of gunzip) yield bytes as Buffer
  } catch (error) {
    throw error instanceof StartError ? error : damaged((error as Error).message)
  } finally {
    input.destroy()
    gunzip.destroy()
  }
}

async function decrypted({ file, passphrase }: ArchiveFile): Promise<AsyncIterable<Buffer>> {
  const source = new ByteSource(fileBytes(file))
  const start = await source.peek(MOST_HEADER)
  if (!start.toString('latin1').startsWith(AGE_START)) return source.rest()
  const header = await openAgeHeader(start, await passphrase())
  await source.exactly(header.bytes.length)
  return openChunks(source, header.payloadKey)
}

async function* openChunks(source: ByteSource, payloadKey: (nonce: Buffer) => Buffer): AsyncGenerator<Buffer> {
  const nonce = await source.exactly(PAYLOAD_NONCE)
  if (nonce === null) throw damaged('it ends too early')
  const key = payloadKey(nonce)
  try {
    for (let number = 0, last = false; !last; number += 1) {
      const sealed = await source.upTo(AGE_CHUNK + AGE_TAG)
      last = (await source.peek(1)).length === 0
      const plain = sealed.length < AGE_TAG ? null : open(key, chunkNonce(number, last), sealed)
      if (plain === null) throw damaged('it was cut or altered')
      yield plain
    }
  } finally {
    await source.close()
  }
}

export async function* fileBytes(file: string): AsyncGenerator<Buffer> {
  try {
    for await (const bytes of createReadStream(file, { highWaterMark: 1 << 18 })) yield bytes as Buffer
  } catch (error) {
    throw new StartError(`Cannot read ${file}`, [(error as Error).message])
  }
}
