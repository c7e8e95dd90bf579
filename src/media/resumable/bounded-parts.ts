/** The body of a request -> parts of a bounded size. */
import type { Readable } from 'node:stream'
import { PopulusError } from '../../errors.ts'

/** In bytes. Each is a row. */
const PART_SIZE = 256 * 1024
/** A part that is not full is handed out after so many milliseconds, as soon as more arrives. */
const LONGEST_WAIT = 1000

export interface PartsInput {
  /** How many bytes may still come. */
  readonly room: number
  /** How many the whole upload has. */
  readonly size: number
}

/**
 * When the source breaks off, or brings more bytes than there is room for, what has arrived before is handed out first. Takes the
 * memory of a part or two, because the source waits.
 */
export async function* boundedParts(source: Readable, { room, size }: PartsInput): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  let left = room
  let since = 0
  const take = () => {
    const all = Buffer.concat(held, length)
    held = []
    length = 0
    return all
  }
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      left -= chunk.length
      if (left < 0) throw new PopulusError('resumableTooLong', { size })
      if (length === 0) since = performance.now()
      held.push(chunk)
      length += chunk.length
      if (length >= PART_SIZE || performance.now() - since > LONGEST_WAIT) yield* cut(take())
    }
  } catch (error) {
    yield* cut(take())
    throw error
  }
  yield* cut(take())
}

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += PART_SIZE) yield bytes.subarray(start, start + PART_SIZE)
}
