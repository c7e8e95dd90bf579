/**
 * Writes an archive: tar, gzip, and age if there is a passphrase. What is added waits until the disk has taken most of it,
 * so the memory it takes does not depend on what is written. The file gets its name only when it is complete.
 */
import { createHash } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker, packTar, type TarPackController } from 'modern-tar'
import { StartError } from '../../errors.ts'
import { encrypted } from './age-format.ts'
import { ByteSource } from './byte-source.ts'

/** The last entry of every archive. It counts and sums up what comes before. */
export const END_ENTRY = 'end.json'

/** What tar has at its end: two empty blocks. */
const TAR_END = 1024
/** That entry, its header and the end of tar. */
export const END_BYTES = 1024 + TAR_END

const COPY = 1 << 18

export interface WrittenFile {
  readonly handle: number
  readonly size: number
}

export class ArchiveWriter {
  readonly #file: string
  readonly #handle: FileHandle
  readonly #tar: TarPackController
  readonly #written: Promise<void>
  readonly #attributes: { readonly mode: number; readonly mtime: Date }
  #entries = 0

  /** Throws StartError if the file cannot be written. */
  static async create(file: string, passphrase: string | null, now: Date): Promise<ArchiveWriter> {
    return new ArchiveWriter(file, await openNew(file), passphrase, now)
  }

  private constructor(file: string, handle: FileHandle, passphrase: string | null, mtime: Date) {
    const { readable, controller } = createTarPacker()
    this.#file = file
    this.#handle = handle
    this.#tar = controller
    this.#attributes = { mode: 0o600, mtime }
    this.#written = pipeline(this.#withSum(readable), createGzip(), async packed => {
      const sealed = passphrase === null ? packed : encrypted(new ByteSource(packed), passphrase)
      for await (const bytes of sealed) await handle.writeFile(bytes)
    })
    // Reported by `add` and `finish`.
    this.#written.catch(() => undefined)
  }

  async add(name: string, content: Buffer | string): Promise<void> {
    const bytes = Buffer.from(content)
    await this.#addEntry(name, bytes.length, [bytes])
  }

  /** Copies an open file. False if it had another size, in which case the archive is useless. */
  addFile(name: string, { handle, size }: WrittenFile): Promise<boolean> {
    const range = { fd: handle, autoClose: false, start: 0, end: size - 1, highWaterMark: COPY }
    return this.#addEntry(name, size, size === 0 ? [] : createReadStream('', range))
  }

  async finish(): Promise<void> {
    this.#tar.finalize()
    await this.#written
    await this.#handle.sync()
    await this.#handle.close()
    await rename(partOf(this.#file), this.#file)
  }

  async discard(): Promise<void> {
    this.#tar.error(new Error('discarded'))
    await this.#written.catch(() => undefined)
    await this.#handle.close()
    await rm(partOf(this.#file), { force: true })
  }

  async #addEntry(name: string, size: number, content: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<boolean> {
    this.#entries += 1
    const entry = this.#tar.add({ name, size, ...this.#attributes, ...longName(name) }).getWriter()
    let left = size
    for await (const bytes of content) {
      await entry.write(bytes)
      left -= bytes.length
    }
    if (left === 0) await entry.close()
    return left === 0
  }

  /** Puts the last entry before the end of tar. */
  async *#withSum(tar: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    let held = Buffer.alloc(0)
    for await (const bytes of tar) {
      const all = Buffer.concat([held, bytes])
      const ready = all.subarray(0, Math.max(0, all.length - TAR_END))
      held = all.subarray(ready.length)
      hash.update(ready)
      yield ready
    }
    const body = `${JSON.stringify({ entries: this.#entries, sha256: hash.digest('hex') })}\n`
    yield packTar([{ header: { name: END_ENTRY, size: body.length, ...this.#attributes }, body }])
  }
}

/** Otherwise a long name would be split in two. Earlier versions do not put it together again. */
function longName(path: string): { readonly pax?: { readonly path: string } } {
  return /^[\x20-\x7e]{1,100}$/.test(path) ? {} : { pax: { path } }
}

const partOf = (file: string): string => `${file}.part`

/** Readable by its owner only: an archive holds secrets. */
async function openNew(file: string): Promise<FileHandle> {
  try {
    rmSync(partOf(file), { force: true })
    return await open(partOf(file), 'wx', 0o600)
  } catch (error) {
    throw new StartError(`Cannot write ${file}`, [(error as Error).message])
  }
}
