/**
 * Folders for files on their way to the storage: one for each upload, inside one for each process. They are never in the
 * public folder.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { PopulusError } from '../../errors.ts'
import { processIdentity, processState } from '../../util/process/process-identity.ts'
import { isOutOfDate } from '../../util/time/moments.ts'

/** How long the folder of a process on another host may be unused before it counts as left behind. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000

export interface Workspace {
  readonly folder: string
  /** Removes the folder with everything in it. */
  remove(): Promise<void>
}

export class Workspaces {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** A new, empty folder. Whoever opens it must remove it. */
  async open(): Promise<Workspace> {
    const folder = join(this.#root, encodeURIComponent(processIdentity()), randomUUID())
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw noRoom(error)
    })
    return Object.freeze({ folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) })
  }

  /** Removes the folder that has this file, whichever process made it. Other paths are left alone. */
  async removeAround(path: string): Promise<void> {
    const folder = dirname(path)
    if (dirname(dirname(folder)) === this.#root) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }

  /** Removes what processes that no longer run have left behind, except folders with files that are still needed. */
  async sweep(needed: readonly string[] = []): Promise<void> {
    for (const name of await namesIn(this.#root)) {
      const folder = join(this.#root, name)
      const isNeeded = needed.some(path => path.startsWith(folder + sep))
      if (!isNeeded && (await isLeft(folder, name))) await rm(folder, { recursive: true, force: true })
    }
  }
}

/** The disk is full or read-only, which is no mistake of the client; on the latter, `mkdir` reports a folder that does not exist. */
export function noRoom(cause: unknown): PopulusError {
  return new PopulusError('storageUnavailable', { provider: 'temporary files' }, { cause })
}

async function isLeft(folder: string, name: string): Promise<boolean> {
  const state = processState(decode(name))
  if (state !== 'unknown') return state === 'gone'
  const used = await stat(folder).catch(() => undefined)
  return used !== undefined && isOutOfDate(used.mtimeMs, ABANDONED_AFTER)
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
