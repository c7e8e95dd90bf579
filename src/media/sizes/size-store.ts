/**
 * Images that were made on demand, kept on disk: a folder for each source, a file for each size. When there are more
 * bytes than allowed, those that were not asked for the longest go first.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../util/sha256.ts'
import { isOutOfDate } from '../../util/time/moments.ts'

/** How exactly the time of the last request is known: it is written at most so often. */
const TOUCH_MILLISECONDS = 60 * 60 * 1000
/** How much is left after a clean-up. */
const KEPT_SHARE = 0.8

interface KeptFile {
  readonly path: string
  readonly size: number
  readonly used: number
}

export class SizeStore {
  readonly #folder: string
  readonly #room: number
  /** Bytes on disk; `undefined` until somebody has counted them. */
  #bytes: number | undefined
  #cleaning: Promise<void> | undefined

  constructor(folder: string, room: number) {
    this.#folder = folder
    this.#room = room
  }

  /** The path of a kept image; `undefined` if there is none. */
  async find(source: string, key: string): Promise<string | undefined> {
    const path = this.#path(source, key)
    const found = await stat(path).catch(() => undefined)
    if (found === undefined) return undefined
    const now = new Date()
    if (isOutOfDate(found.atimeMs, TOUCH_MILLISECONDS)) await utimes(path, now, found.mtime).catch(() => undefined)
    return path
  }

  /** Keeps the image that `make` writes to the path it is given. Returns where it is. */
  async keep(source: string, key: string, make: (path: string) => Promise<unknown>): Promise<string> {
    const path = this.#path(source, key)
    await mkdir(join(this.#folder, nameOf(source)), { recursive: true, mode: 0o700 })
    // Nobody sees a half-written image, nor one that another process writes at the same time.
    const unfinished = join(this.#folder, `${randomUUID()}.tmp`)
    try {
      await make(unfinished)
      const { size } = await stat(unfinished)
      await sync(unfinished)
      await rename(unfinished, path)
      await this.#count(size, path)
    } finally {
      await rm(unfinished, { force: true })
    }
    return path
  }

  /** Removes all sizes of a source. */
  async forget(source: string): Promise<void> {
    const folder = join(this.#folder, nameOf(source))
    const gone = await keptFiles(folder)
    await rm(folder, { recursive: true, force: true })
    if (this.#bytes !== undefined) this.#bytes -= total(gone)
  }

  /** The image that was just made stays, even if there is no room for it: somebody waits for it. */
  async #count(added: number, made: string): Promise<void> {
    if (this.#bytes !== undefined) this.#bytes += added
    if (this.#bytes !== undefined && this.#bytes <= this.#room) return
    this.#cleaning ??= this.#clean(made).finally(() => {
      this.#cleaning = undefined
    })
    await this.#cleaning
  }

  async #clean(made: string): Promise<void> {
    const files = await keptFiles(this.#folder)
    let bytes = total(files)
    if (bytes > this.#room) {
      const others = files.filter(({ path }) => path !== made)
      for (const { path, size } of others.sort((a, b) => a.used - b.used)) {
        if (bytes <= this.#room * KEPT_SHARE) break
        await rm(path, { force: true })
        bytes -= size
      }
    }
    this.#bytes = bytes
  }

  #path(source: string, key: string): string {
    return join(this.#folder, nameOf(source), nameOf(key))
  }
}

/** Names that come from a request never become names on disk. */
function nameOf(text: string): string {
  return sha256(text).slice(0, 40)
}

function total(files: readonly KeptFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

async function keptFiles(folder: string): Promise<readonly KeptFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const found = await Promise.all(
    files
      .map(async path => {
        const { size, atimeMs, mtimeMs } = await stat(path)
        return { path, size, used: Math.max(atimeMs, mtimeMs) }
      })
      .map(kept => kept.catch(() => undefined)),
  )
  return found.filter(kept => kept !== undefined)
}
