/**
 * Files in `public/uploads` of the project, one beside the other, as Strapi keeps them. A file appears under its name
 * only when it is complete and on the disk.
 */
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { PopulusError } from '../../errors.ts'
import { isOutOfDate } from '../../util/time/moments.ts'
import type { MediaObject, MediaProvider, PlacedObject, PlacedRef, StoredObject } from './provider.ts'

/** A file that nobody has written to for so long was left behind by a crash. */
const ABANDONED_AFTER = 60 * 60 * 1000
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** `name` is how the settings call it. */
export function createLocalFolder(folder: string, name = 'local'): MediaProvider {
  const pathOf = (object: Named): string => join(folder, fileName(object))
  const partOf = (object: Named): string => join(folder, `.${fileName(object)}.part`)
  return {
    name,
    async put(object: MediaObject, body: Readable): Promise<PlacedObject> {
      const part = partOf(object)
      const handle = await onDisk(body, () => createPart(folder, part))
      try {
        await writeAll(handle, body)
        await onDisk(body, () => finish(handle, part, pathOf(object), folder))
      } catch (error) {
        await handle.close().catch(() => undefined)
        await rm(part, { force: true })
        throw error
      }
      return Object.freeze({ url: `/uploads/${fileName(object)}`, providerMetadata: null })
    },
    async read(object: PlacedRef): Promise<Readable> {
      const path = pathOf(object)
      try {
        const handle = await open(path, READ_FLAGS)
        return handle.createReadStream()
      } catch (cause) {
        throw codeOf(cause) === 'ENOENT' ? new PopulusError('fileNotFound') : unavailable(cause)
      }
    },
    async delete(object: PlacedRef): Promise<void> {
      if (!isFileName(rawName(object))) return
      await rm(pathOf(object), { force: true }).catch(refuse)
      await rm(partOf(object), { force: true }).catch(refuse)
    },
    async deleteKey(key: string): Promise<void> {
      if (isFileName(key)) await rm(join(folder, key), { force: true }).catch(refuse)
    },
    keyOf: (object: PlacedRef) => (isFileName(rawName(object)) ? rawName(object) : null),
    list: () => listFolder(folder),
  }
}

type Named = Pick<PlacedRef, 'hash' | 'ext'>

const rawName = ({ hash, ext }: Named): string => `${hash}${ext}`

/** Rows may come from elsewhere: no name leaves the folder. */
function fileName(object: Named): string {
  const name = rawName(object)
  if (!isFileName(name)) throw new PopulusError('fileNotFound')
  return name
}

const isFileName = (name: string): boolean => name !== '' && !name.startsWith('.') && !/[/\\\0]/.test(name)

/** Creating the file is also the lock against a second writer of the same name. */
async function createPart(folder: string, part: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  try {
    return await open(part, 'wx')
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await isAbandoned(part))) throw error
    await rm(part, { force: true })
    return open(part, 'wx')
  }
}

async function isAbandoned(part: string): Promise<boolean> {
  const { mtimeMs } = await lstat(part)
  return isOutOfDate(mtimeMs, ABANDONED_AFTER)
}

async function writeAll(handle: FileHandle, body: Readable): Promise<void> {
  for await (const chunk of body) await onDisk(body, () => handle.writeFile(chunk as Uint8Array))
}

/** The rename must not reach the disk before the bytes do. */
async function finish(handle: FileHandle, part: string, path: string, folder: string): Promise<void> {
  await handle.sync()
  await handle.close()
  await rename(part, path)
  const directory = await open(folder, constants.O_RDONLY)
  await directory.sync().finally(() => directory.close())
}

/** Tells failures of the disk from failures of the body. The body is not read any further after one. */
async function onDisk<T>(body: Readable, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    body.destroy()
    throw unavailable(cause)
  }
}

async function* listFolder(folder: string): AsyncGenerator<StoredObject> {
  const directory = await opendir(folder).catch(error => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw unavailable(error)
  })
  if (directory === undefined) return
  for await (const { name } of directory) {
    if (!isFileName(name)) continue
    const stats = await stat(join(folder, name)).catch(() => undefined)
    if (stats?.isFile()) yield { key: name, size: stats.size }
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code

const unavailable = (cause: unknown): PopulusError =>
  new PopulusError('storageUnavailable', { provider: 'local' }, { cause })

function refuse(cause: unknown): never {
  throw unavailable(cause)
}
