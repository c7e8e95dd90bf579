/** Opens a file below a folder, and no other: symbolic links inside the folder lead nowhere. */
import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'

export interface OpenUpload {
  /** To be closed by the caller. */
  readonly handle: FileHandle
  readonly stats: Stats
}

/** Without `O_NONBLOCK` a named pipe would be waited for. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Gives `undefined` for whatever is not a plain file there. The folder itself may be a link: its owner made it. */
export async function openUpload(root: string, path: string): Promise<OpenUpload | undefined> {
  if (!path.split('/').every(isPlainName)) return undefined
  try {
    const wanted = join(await realpath(root), path)
    return await checked(await open(wanted, FLAGS), wanted)
  } catch (error) {
    if (NOT_THERE.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** No hidden files, no way up, nothing that only some systems take for a separator. */
function isPlainName(name: string): boolean {
  return name !== '' && !name.startsWith('.') && !/[\\\0]/.test(name)
}

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EISDIR', 'ENAMETOOLONG', 'ENXIO', 'EINVAL'])

/** What was opened is looked at, not the path: in between, somebody could have put a link in the place of a folder. */
async function checked(handle: FileHandle, wanted: string): Promise<OpenUpload | undefined> {
  try {
    const stats = await handle.stat()
    if (stats.isFile() && (await isAt(handle, stats, wanted))) return { handle, stats }
  } catch (error) {
    await handle.close()
    throw error
  }
  await handle.close()
  return undefined
}

async function isAt(handle: FileHandle, { ino, dev }: Stats, wanted: string): Promise<boolean> {
  // Linux knows the real path of an open file.
  const opened = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined)
  if (opened !== undefined) return opened === wanted
  const found = await lstat(wanted)
  return found.ino === ino && found.dev === dev && (await realpath(wanted)) === wanted
}
