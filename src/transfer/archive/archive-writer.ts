/**
 * Writes an archive: tar, gzip, and age if there is a passphrase. It works synchronously, a small buffer at a time, so the
 * memory it takes does not depend on what is written. The file gets its name only when it is complete.
 */
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { StartError } from '../../errors.ts'
import { AGE_CHUNK, chunkNonce, newAgeHeader, PAYLOAD_NONCE, seal } from './age-format.ts'
import { BLOCK, padding, tarHeader } from './tar-format.ts'

/** The last entry of every archive. It counts and sums up what comes before. */
export const END_ENTRY = 'end.json'

/** Compressed one by one; a gzip file may consist of several parts. */
const PART = 1 << 19
const COPY = 1 << 18

export interface WrittenFile {
  readonly handle: number
  readonly size: number
}

export class ArchiveWriter {
  readonly #file: string
  readonly #handle: number
  readonly #seal: Sealer | null
  readonly #hash = createHash('sha256')
  readonly #seconds: number
  readonly #part = Buffer.alloc(PART)
  #filled = 0
  #level = 6
  #entries = 0

  /** Throws StartError if the file cannot be written, or exists. */
  static async create(file: string, passphrase: string | null, now: Date): Promise<ArchiveWriter> {
    const header = passphrase === null ? null : await newAgeHeader(passphrase)
    const handle = openNew(file)
    return new ArchiveWriter(file, handle, header === null ? null : new Sealer(header, handle), now)
  }

  private constructor(file: string, handle: number, sealer: Sealer | null, now: Date) {
    this.#file = file
    this.#handle = handle
    this.#seal = sealer
    this.#seconds = Math.floor(now.getTime() / 1000)
  }

  add(name: string, content: Buffer | string): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    this.#begin(name, bytes.length)
    this.#write(bytes)
    this.#write(Buffer.alloc(padding(bytes.length)))
  }

  /** Copies an open file. False if it had another size, in which case the archive is useless. */
  addFile(name: string, { handle, size }: WrittenFile): boolean {
    // Uploads are compressed already, most of them.
    this.#setLevel(1)
    this.#begin(name, size)
    const buffer = Buffer.alloc(Math.min(COPY, Math.max(1, size)))
    let copied = 0
    for (;;) {
      const read = readSync(handle, buffer, 0, Math.min(buffer.length, size - copied), copied)
      if (read === 0) break
      this.#write(buffer.subarray(0, read))
      copied += read
    }
    this.#write(Buffer.alloc(padding(size)))
    this.#setLevel(6)
    return copied === size
  }

  finish(): void {
    const sum = { entries: this.#entries, sha256: this.#hash.copy().digest('hex') }
    this.add(END_ENTRY, `${JSON.stringify(sum)}\n`)
    this.#write(Buffer.alloc(2 * BLOCK))
    this.#flush()
    this.#seal?.finish()
    fsyncSync(this.#handle)
    closeSync(this.#handle)
    renameSync(partOf(this.#file), this.#file)
  }

  discard(): void {
    closeSync(this.#handle)
    rmSync(partOf(this.#file), { force: true })
  }

  #begin(name: string, size: number): void {
    this.#entries += 1
    this.#write(tarHeader({ name, size }, this.#seconds))
  }

  #write(bytes: Buffer): void {
    this.#hash.update(bytes)
    let rest = bytes
    while (rest.length > 0) {
      const copied = rest.copy(this.#part, this.#filled)
      this.#filled += copied
      rest = rest.subarray(copied)
      if (this.#filled === PART) this.#flush()
    }
  }

  #setLevel(level: number): void {
    this.#flush()
    this.#level = level
  }

  #flush(): void {
    if (this.#filled === 0) return
    const packed = gzipSync(this.#part.subarray(0, this.#filled), { level: this.#level })
    this.#filled = 0
    if (this.#seal === null) writeAll(this.#handle, packed)
    else this.#seal.write(packed)
  }
}

/** Encrypts chunk by chunk. A full chunk waits until it is known whether it is the last one. */
class Sealer {
  readonly #handle: number
  readonly #key: Buffer
  readonly #chunk = Buffer.alloc(AGE_CHUNK)
  #filled = 0
  #number = 0

  constructor({ bytes, payloadKey }: Awaited<ReturnType<typeof newAgeHeader>>, handle: number) {
    const nonce = randomBytes(PAYLOAD_NONCE)
    this.#handle = handle
    this.#key = payloadKey(nonce)
    writeAll(handle, Buffer.concat([bytes, nonce]))
  }

  write(bytes: Buffer): void {
    let rest = bytes
    while (rest.length > 0) {
      if (this.#filled === AGE_CHUNK) this.#flush(false)
      const copied = rest.copy(this.#chunk, this.#filled)
      this.#filled += copied
      rest = rest.subarray(copied)
    }
  }

  finish(): void {
    this.#flush(true)
  }

  #flush(last: boolean): void {
    writeAll(this.#handle, seal(this.#key, chunkNonce(this.#number, last), this.#chunk.subarray(0, this.#filled)))
    this.#number += 1
    this.#filled = 0
  }
}

const partOf = (file: string): string => `${file}.part`

/** Readable by its owner only: an archive holds secrets. */
function openNew(file: string): number {
  try {
    rmSync(partOf(file), { force: true })
    return openSync(partOf(file), 'wx', 0o600)
  } catch (error) {
    throw new StartError(`Cannot write ${file}`, [(error as Error).message])
  }
}

function writeAll(handle: number, bytes: Buffer): void {
  let rest = bytes
  while (rest.length > 0) rest = rest.subarray(writeSync(handle, rest))
}
