/** How much memory things get unless the settings say so: more where there is more. In bytes. */
import { machineMemory } from '../../util/process/machine-memory.ts'

const MEBIBYTE = 2 ** 20
const LEAST_CACHE = 64 * MEBIBYTE
const MOST_CACHE = 256 * MEBIBYTE
const CACHE_PART = 1 / 64
/** Where even the least is much. */
const MOST_CACHE_PART = 1 / 16
const LEAST_FILE = 128 * MEBIBYTE
const MOST_FILE = 512 * MEBIBYTE
/** The server and the database are there too. */
const FILE_PART = 1 / 2

/** For what is cached. */
export function usualCacheSize(memory = machineMemory): number {
  const least = Math.min(LEAST_CACHE, wholeMebibytes(memory * MOST_CACHE_PART))
  return Math.min(MOST_CACHE, Math.max(least, wholeMebibytes(memory * CACHE_PART)))
}

/** For a process that looks inside a file. */
export function usualImageMemory(memory = machineMemory): number {
  return Math.min(MOST_FILE, Math.max(LEAST_FILE, wholeMebibytes(memory * FILE_PART)))
}

function wholeMebibytes(bytes: number): number {
  return Math.floor(bytes / MEBIBYTE) * MEBIBYTE
}
