/** Opens a file below a folder, and no other. Symbolic links inside the folder are not followed. */
import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'

export interface OpenUpload {
  /** The caller closes it. */
  readonly handle: FileHandle
  readonly stats: Stats
}

/** Without `O_NONBLOCK`, opening a named pipe would wait. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Returns `undefined` for anything that is not a plain file. The folder itself may be a link, because its owner made
 * it.
 */
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

/** No hidden files, no way up, nothing that only some systems treat as a separator. */
function isPlainName(name: string): boolean {
  return name !== '' && !name.startsWith('.') && !/[\\\0]/.test(name)
}

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EISDIR', 'ENAMETOOLONG', 'ENXIO', 'EINVAL'])

/** Checks the opened file, not the path: in between, somebody could have replaced a folder with a link. */
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
