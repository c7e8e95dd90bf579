/** Pieces of text -> the bytes of all of them. */

/** Room that every answer is written into first; it grows with the largest. */
let room: Buffer = Buffer.allocUnsafeSlow(256 * 1024)

/** Most bytes that a UTF-16 unit takes in UTF-8. */
const WIDEST = 3

export function jsonBytes(pieces: readonly string[]): Buffer {
  let end = 0
  for (const piece of pieces) {
    const needed = end + piece.length * WIDEST
    if (needed > room.length) room = enlarged(room, needed, end)
    end += room.write(piece, end)
  }
  const bytes = Buffer.allocUnsafeSlow(end)
  room.copy(bytes, 0, 0, end)
  if (room.length > LARGEST_KEPT) room = Buffer.allocUnsafeSlow(LARGEST_KEPT)
  return bytes
}

/** More than this is given back. */
const LARGEST_KEPT = 2 * 1024 * 1024

function enlarged(old: Buffer, needed: number, used: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, old.length * 2))
  old.copy(larger, 0, 0, used)
  return larger
}
