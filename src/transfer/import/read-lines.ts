/** Reads a file of any length line by line, with the positions to continue from later. */
import { createReadStream } from 'node:fs'
import { StartError } from '../../errors.ts'

export interface FileLine {
  /** From 1. */
  readonly number: number
  readonly text: string
  /** Bytes of the file up to the end of this line. */
  readonly end: number
}

export interface LinePlace {
  /** How many lines have been read. */
  readonly line: number
  /** How many bytes those lines had. */
  readonly position: number
}

export const FILE_START: LinePlace = Object.freeze({ line: 0, position: 0 })

/** A longer line is not from an export. */
const LONGEST_LINE = 64 * 1024 * 1024
const LINE_END = 0x0a

/** Skips empty lines. Throws StartError if the file cannot be read. */
export async function* readLines(file: string, from: LinePlace = FILE_START): AsyncGenerator<FileLine> {
  let { line: number, position } = from
  let pending: Buffer[] = []
  const take = (last: Buffer, ended: boolean): FileLine => {
    const bytes = pending.length === 0 ? last : Buffer.concat([...pending, last])
    pending = []
    number += 1
    position += bytes.length + (ended ? 1 : 0)
    return { number, text: bytes.toString('utf8'), end: position }
  }
  try {
    for await (const chunk of createReadStream(file, { start: position, highWaterMark: 1 << 18 })) {
      let rest = chunk as Buffer
      for (let end = rest.indexOf(LINE_END); end !== -1; end = rest.indexOf(LINE_END)) {
        const line = take(rest.subarray(0, end), true)
        if (line.text.trim() !== '') yield line
        rest = rest.subarray(end + 1)
      }
      pending.push(rest)
      if (pending.reduce((sum, part) => sum + part.length, 0) > LONGEST_LINE) {
        throw new StartError(`${file}, line ${number + 1}: longer than ${LONGEST_LINE} bytes`)
      }
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw code === undefined ? error : new StartError(`Cannot read ${file}`, [message])
  }
  const last = take(Buffer.alloc(0), false)
  if (last.text.trim() !== '') yield last
}

/** Several lines at a time: up to `most`, or fewer if they are long. */
export async function* inBatches(lines: AsyncIterable<FileLine>, most: number): AsyncGenerator<readonly FileLine[]> {
  let batch: FileLine[] = []
  let size = 0
  for await (const line of lines) {
    batch.push(line)
    size += line.text.length
    if (batch.length < most && size < LONGEST_BATCH) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

const LONGEST_BATCH = 4 * 1024 * 1024
