/** Which part of a file a request asks for (`Range`, `If-Range`). */

export interface ByteRange {
  readonly start: number
  /** The last byte of the range, inclusive. */
  readonly end: number
}

/**
 * For 100 bytes, `bytes=0-9` is `{ start: 0, end: 9 }`, `bytes=-10` is `{ start: 90, end: 99 }`, `bytes=100-` is
 * `outside`. Several ranges, and anything not understood, are `undefined`: then the whole file is sent.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = /^\s*bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < start) return undefined
  return start > end ? 'outside' : { start, end }
}
