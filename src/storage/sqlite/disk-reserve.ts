/**
 * Room on the disk that is kept for the day on which the disk is full. SQLite needs some to open a file with a write-ahead log,
 * even if it only reads. A server that finds no room gives up the reserve, and serves reads.
 */
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { beside, MEMORY } from './own-filename.ts'

/** The index of the log takes 32 KB for each of three files. The rest is for their first entries. */
const BLOCK = Buffer.alloc(64 * 1024)
const BLOCKS = 8
const WHOLE = BLOCKS * BLOCK.length

export class DiskReserve {
  readonly #path: string | undefined
  #isWhole = false

  constructor(filename: string) {
    this.#path = filename === MEMORY ? undefined : beside(filename, 'reserve')
  }

  /** False if there was none. */
  release(): boolean {
    this.#isWhole = false
    if (this.#path === undefined || sizeOf(this.#path) === 0) return false
    rmSync(this.#path, { force: true })
    return true
  }

  /** Takes as much as there is. */
  fill(): void {
    if (this.#isWhole || this.#path === undefined) return
    this.#isWhole = sizeOf(this.#path) >= WHOLE || fillFile(this.#path)
  }

  /** Whether there is room for the reserve, and for as much again. */
  hasRoom(): boolean {
    this.fill()
    return this.#isWhole && roomBeside(this.#path!) >= WHOLE
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function roomBeside(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize
}

function fillFile(path: string): boolean {
  let file: number | undefined
  try {
    file = openSync(path, 'w', 0o600)
    for (let block = 0; block < BLOCKS; block += 1) {
      if (writeSync(file, BLOCK) < BLOCK.length) return false
    }
    return true
  } catch {
    return false
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
