/**
 * A copy of a SQLite database whose folder is read-only. SQLite cannot open a file with a write-ahead log there, because
 * it needs to create files beside it.
 */
import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { MEMORY, ownFilename } from './own-filename.ts'

export interface ReadableCopy {
  readonly filename: string
  readonly remove: () => void
}

/** Nobody can write there, so the files do not change while they are copied. */
export function isReadOnlyPlace(filename: string): boolean {
  if (filename === MEMORY || !existsSync(filename)) return false
  try {
    accessSync(dirname(filename), constants.W_OK)
    accessSync(filename, constants.W_OK)
    return false
  } catch {
    return true
  }
}

export function copyToRead(filename: string): ReadableCopy {
  const folder = mkdtempSync(join(tmpdir(), 'populus-read-only-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    for (const file of [filename, ownFilename(filename)]) {
      for (const part of [file, `${file}-wal`])
        if (existsSync(part)) copyFileSync(part, join(folder, basename(part)), constants.COPYFILE_FICLONE)
    }
    return { filename: join(folder, basename(filename)), remove }
  } catch (error) {
    remove()
    throw error
  }
}
