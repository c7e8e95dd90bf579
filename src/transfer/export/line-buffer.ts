/** Lines on their way to a file or a pipe, written many at a time. */
import { writeSync } from 'node:fs'

const BUFFER = 1 << 16

export function lineBuffer(write: (text: string) => void): { add(line: string): void; flush(): void } {
  let text = ''
  const flush = () => {
    write(text)
    text = ''
  }
  return {
    add(line) {
      text += `${line}\n`
      if (text.length >= BUFFER) flush()
    },
    flush,
  }
}

/** Waits for the reader of a pipe: lines are written faster than it can read them. */
export function writeAll(handle: number, text: string | Buffer): void {
  let rest = typeof text === 'string' ? Buffer.from(text) : text
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(handle, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}
