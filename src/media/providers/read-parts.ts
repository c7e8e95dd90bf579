/** Cuts a stream into parts of one size, so that only one part is in memory. */
import type { Readable } from 'node:stream'

/** All parts but the last have exactly `size` bytes. An empty stream has one empty part. */
export async function* readParts(body: Readable, size: number): AsyncGenerator<Part> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    let rest = chunk as Uint8Array
    while (length + rest.length > size) {
      const fitting = size - length
      yield { bytes: Buffer.concat([...held, rest.subarray(0, fitting)]), last: false }
      rest = rest.subarray(fitting)
      held = []
      length = 0
    }
    held.push(rest)
    length += rest.length
  }
  yield { bytes: Buffer.concat(held), last: true }
}

export interface Part {
  readonly bytes: Buffer
  readonly last: boolean
}
