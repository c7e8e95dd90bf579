/**
 * Follows the files of a project. Events of the file system only say when to look: what has changed is decided by
 * comparing contents. So it does not matter whether an editor writes in place or renames, and how many events that makes.
 */
import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { changedPaths, isOfInterest, type Scan, sameSignatures, scanFiles } from './scan-files.ts'

/** Without events (network drives, folders shared with a container), changes are found this often. */
const LOOK_EVERY_MILLISECONDS = 700
/** Files have to stay as they are for this long before they count as written. */
const CALM_MILLISECONDS = 40
/** A file that is gone may be about to be replaced. */
const REPLACED_MILLISECONDS = 250

export interface FollowedFiles {
  /** Whether something has changed that was not reported yet. */
  hasNews(): Promise<boolean>
  /** Runs work that changes files while nothing is reported, then reports what it has changed. Resolves after that. */
  hold(work: () => Promise<void>): Promise<void>
  close(): void
}

/** Calls `changed` with the paths that differ, sorted, one call after the other. */
export async function followFiles(
  folder: string,
  changed: (paths: readonly string[]) => Promise<void>,
): Promise<FollowedFiles> {
  const follower = new Follower(folder, await scanFiles(folder), changed)
  follower.look()
  return follower
}

class Follower implements FollowedFiles {
  readonly #folder: string
  readonly #changed: (paths: readonly string[]) => Promise<void>
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #timer: NodeJS.Timeout
  #reported: Scan
  /** The present look, if there is one. */
  #looking: Promise<void> | undefined
  #again = false
  #closed = false

  constructor(folder: string, scan: Scan, changed: (paths: readonly string[]) => Promise<void>) {
    this.#folder = folder
    this.#reported = scan
    this.#changed = changed
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MILLISECONDS)
    this.#watch(scan)
  }

  async hasNews(): Promise<boolean> {
    return changedPaths(this.#reported, await scanFiles(this.#folder, this.#reported)).length > 0
  }

  /** Looks for changes, now or when the present look has ended. */
  look(): void {
    if (this.#looking !== undefined) this.#again = true
    else void this.#alone(() => this.#lookOnce())
  }

  async hold(work: () => Promise<void>): Promise<void> {
    while (this.#looking !== undefined) await this.#looking.catch(() => undefined)
    await this.#alone(async () => {
      await work()
      await this.#lookOnce()
    })
  }

  #alone(work: () => Promise<void>): Promise<void> {
    this.#looking = work().finally(() => {
      this.#looking = undefined
      const again = this.#again
      this.#again = false
      if (again && !this.#closed) this.look()
    })
    return this.#looking
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  async #lookOnce(): Promise<void> {
    const first = await scanFiles(this.#folder, this.#reported)
    if (this.#closed) return
    this.#watch(first)
    if (sameSignatures(this.#reported, first)) return
    const calm = await this.#calm(first)
    const paths = changedPaths(this.#reported, calm)
    this.#reported = calm
    if (this.#closed) return
    this.#watch(calm)
    if (paths.length > 0) await this.#changed(paths)
  }

  /** The files once nobody writes to them any more. */
  async #calm(first: Scan): Promise<Scan> {
    for (let scan = first; ; ) {
      const gone = [...this.#reported.files.keys()].some(path => !scan.files.has(path))
      await pause(gone ? REPLACED_MILLISECONDS : CALM_MILLISECONDS)
      const next = await scanFiles(this.#folder, scan)
      if (sameSignatures(scan, next) || this.#closed) return next
      scan = next
    }
  }

  /** A folder that cannot be watched is looked at from time to time. */
  #watch({ folders }: Scan): void {
    for (const [place, watcher] of this.#watchers) {
      if (folders.includes(place)) continue
      watcher.close()
      this.#watchers.delete(place)
    }
    for (const place of folders) {
      if (this.#watchers.has(place)) continue
      try {
        const watcher = watch(join(this.#folder, place), (_event, name) => {
          if (place !== '' || name === null || isOfInterest(name)) this.look()
        })
        watcher.on('error', () => this.#forget(place))
        this.#watchers.set(place, watcher)
      } catch {}
    }
  }

  #forget(place: string): void {
    this.#watchers.get(place)?.close()
    this.#watchers.delete(place)
  }
}
