/** Files as a project's code hands them on: those of `ctx.request.files`, or objects with the same members. */
import type { EntryFile } from '../../../media/upload/attach-to-entry.ts'
import type { ReceivedFile } from '../../../media/upload/received-file.ts'

/** `call`: for messages. */
export function receivedFile(given: unknown, call: string): ReceivedFile {
  const file = (given ?? {}) as Readonly<Record<string, unknown>>
  const path = file.path ?? file.filepath
  const name = file.name ?? file.originalFilename
  if (typeof path !== 'string' || typeof name !== 'string')
    throw new TypeError(`${call}: expected files with a path and a name`)
  const mime = String(file.type ?? file.mimetype ?? 'application/octet-stream')
  return { field: 'files', name, mime, path, size: Number(file.size) }
}

/** By the path of their attribute: `{ cover: file, 'blocks[0].image': [file] }`. */
export function entryFiles(files: unknown, call: string): readonly EntryFile[] {
  return Object.entries((files ?? {}) as Record<string, unknown>).flatMap(([place, given]) => {
    const path = place.split(/[.[\]]+/).filter(part => part !== '')
    return [given].flat().map(file => ({ path, received: receivedFile(file, call) }))
  })
}
