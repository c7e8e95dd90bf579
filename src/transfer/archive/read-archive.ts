/** Reads an archive entry by entry, in little memory, and checks its sum at the end. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { StartError } from '../../errors.ts'
import { decrypted, isEncrypted } from './age-format.ts'
import { END_BYTES, END_ENTRY } from './archive-writer.ts'
import { ByteSource } from './byte-source.ts'
import { damaged } from './damaged-archive.ts'

export interface ArchiveFile {
  readonly file: string
  /** Asked for only if the archive is encrypted. */
  readonly passphrase: () => Promise<string>
}

export interface ArchiveEntry {
  readonly name: string
  readonly size: number
  /** To be read before the next entry; what is left of it is skipped. */
  content(): AsyncGenerator<Buffer>
  /** All of it, for small entries. */
  text(): Promise<string>
}

/** No single text in an archive is longer. */
const MOST_TEXT = 1 << 28

/** Throws StartError if the archive was cut or altered, at the latest after its last entry. */
export async function* readArchive({ file, passphrase }: ArchiveFile): AsyncGenerator<ArchiveEntry> {
  const source = new ByteSource(fileBytes(file))
  const packed = (await isEncrypted(source)) ? decrypted(source, passphrase) : source.rest()
  const hash = createHash('sha256')
  let entries = 0
  let end: string | undefined
  for await (const entry of entriesIn(summed(unpacked(packed), hash))) {
    if (end !== undefined) throw damaged('something follows its end')
    if (entry.name === END_ENTRY) end = await entry.text()
    else {
      entries += 1
      yield entry
    }
  }
  if (end === undefined) throw damaged('it ends too early')
  const written = parsed(end)
  if (written.entries !== entries || written.sha256 !== hash.digest('hex')) throw damaged('its checksum is wrong')
}

/** The files in any packed tar file, such as one that another program has written. */
export function readTar(packed: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  return entriesIn(unpacked(packed))
}

function parsed(text: string): { readonly entries?: unknown; readonly sha256?: unknown } {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged('its last entry is not valid JSON')
  }
}

/** Sums up all but the entry that has the sum. */
async function* summed(tar: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0)
  for await (const bytes of tar) {
    const all = Buffer.concat([held, bytes])
    const ready = all.subarray(0, Math.max(0, all.length - END_BYTES))
    held = all.subarray(ready.length)
    hash.update(ready)
    yield bytes
  }
}

async function* entriesIn(tar: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  try {
    for await (const entry of ReadableStream.from(tar).pipeThrough(createTarDecoder({ strict: true }))) {
      if (entry.header.type === 'file') yield entryOf(entry)
      // Cancelling it instead may also cancel the next entry, which can be under way already (modern-tar 0.8.6).
      for await (const _rest of entry.body);
    }
  } catch (error) {
    throw refusal(error)
  }
}

function entryOf({ header: { name, size }, body }: ParsedTarEntry): ArchiveEntry {
  async function* content(): AsyncGenerator<Buffer> {
    try {
      const chunks = body.values({ preventCancel: true })
      for await (const { buffer, byteOffset, length } of chunks) yield Buffer.from(buffer, byteOffset, length)
    } catch (error) {
      throw refusal(error)
    }
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
    throw refusal(error)
  } finally {
    input.destroy()
    gunzip.destroy()
  }
}

const refusal = (error: unknown): StartError =>
  error instanceof StartError ? error : damaged((error as Error).message)

export async function* fileBytes(file: string): AsyncGenerator<Buffer> {
  try {
    for await (const bytes of createReadStream(file, { highWaterMark: 1 << 18 })) yield bytes as Buffer
  } catch (error) {
    throw new StartError(`Cannot read ${file}`, [(error as Error).message])
  }
}
