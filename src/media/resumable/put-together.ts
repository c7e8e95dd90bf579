/** The parts of an upload -> one file. Takes the memory of a part or two. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { PopulusError } from '../../errors.ts'
import type { Row } from '../../sql/statement.ts'
import { noRoom } from '../upload/workspaces.ts'
import type { ResumableUpload } from './resumable-store.ts'

export interface TogetherInput {
  /** The row of the part that begins there, with its bytes. */
  readonly part: (position: number) => Promise<readonly Row[]>
  /** Of the file, which is not there yet. */
  readonly path: string
  readonly signal: AbortSignal
}

export async function putTogether({ size }: ResumableUpload, { part, path, signal }: TogetherInput): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(() => bytes(size, part), file, { signal }).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === undefined ? error : noRoom(error)
  })
}

async function* bytes(size: number, part: TogetherInput['part']): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < size; ) {
    const [row] = await part(position)
    // Given up in the meantime.
    if (row === undefined) throw new PopulusError('notFound')
    const found = row[0] as Uint8Array
    yield found
    position += found.length
  }
}
