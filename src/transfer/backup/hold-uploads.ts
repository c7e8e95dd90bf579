/**
 * Keeps the bytes of uploaded files as they were at the moment of a snapshot, while a server may replace or delete them.
 * Hard links keep them without copying. Where there are none, a file that changes before it is archived is noticed.
 */
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { WrittenFile } from '../archive/archive-writer.ts'

const PREFIX = '.populus-backup-'
const READ_ONLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

interface HeldFile {
  readonly name: string
  readonly size: number
  /** Which file it is, and whether it was written to. */
  readonly mark: string
}

export class HeldUploads {
  readonly #folder: string
  /** `null` if there are no hard links. */
  readonly #links: string | null
  readonly files: readonly HeldFile[]
  /** Names without a file. */
  readonly missing: readonly string[]

  constructor(folder: string, names: readonly string[]) {
    this.#folder = folder
    this.#links = names.length === 0 ? null : makeFolder(folder)
    const files: HeldFile[] = []
    const missing: string[] = []
    for (const name of names) {
      const file = this.#hold(name)
      if (file === null) missing.push(name)
      else files.push(file)
    }
    this.files = files
    this.missing = missing
  }

  get bytes(): number {
    return this.files.reduce((sum, { size }) => sum + size, 0)
  }

  /** True while the files in the folder are still the ones that are held. */
  get areCurrent(): boolean {
    return this.files.every(({ name, mark }) => look(join(this.#folder, name))?.mark === mark)
  }

  /** `null` if the file has changed. */
  async read<T>({ name, mark }: HeldFile, use: (file: WrittenFile) => Promise<T>): Promise<T | null> {
    let handle: number
    try {
      handle = openSync(join(this.#links ?? this.#folder, name), READ_ONLY)
    } catch {
      return null
    }
    try {
      const stats = fstatSync(handle)
      return stats.isFile() && markOf(stats) === mark ? await use({ handle, size: stats.size }) : null
    } finally {
      closeSync(handle)
    }
  }

  release(): void {
    if (this.#links !== null) rmSync(this.#links, { recursive: true, force: true })
  }

  #hold(name: string): HeldFile | null {
    const source = join(this.#folder, name)
    if (this.#links !== null) {
      try {
        linkSync(source, join(this.#links, name))
      } catch {
        return null
      }
    }
    const found = look(this.#links === null ? source : join(this.#links, name))
    return found === null ? null : { name, ...found }
  }
}

function look(path: string): Pick<HeldFile, 'size' | 'mark'> | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? { size: stats.size, mark: markOf(stats) } : null
}

const markOf = ({ ino, mtimeMs, size }: { ino: number; mtimeMs: number; size: number }): string =>
  `${ino} ${mtimeMs} ${size}`

/** Inside the folder, because hard links do not lead to other disks. `null` if that is not possible. */
function makeFolder(folder: string): string | null {
  try {
    for (const left of readdirSync(folder).filter(name => name.startsWith(PREFIX))) removeAbandoned(join(folder, left))
    const links = mkdtempSync(join(folder, `${PREFIX}${process.pid}-`))
    return hasLinks(folder, links) ? links : null
  } catch {
    return null
  }
}

function hasLinks(folder: string, links: string): boolean {
  const sample = readdirSync(folder, { withFileTypes: true }).find(entry => entry.isFile())
  if (sample === undefined) return true
  try {
    linkSync(join(folder, sample.name), join(links, '.sample'))
    return true
  } catch {
    rmSync(links, { recursive: true, force: true })
    return false
  }
}

/** A backup that was killed leaves its links. */
function removeAbandoned(path: string): void {
  const [, pid] = /-(\d+)-[^-]*$/.exec(path) ?? []
  try {
    if (pid !== undefined) process.kill(Number(pid), 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') rmSync(path, { recursive: true, force: true })
  }
}
