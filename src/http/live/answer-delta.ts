/** What of a list has changed since an earlier answer, for clients that have that one. */
import { numberedEntries } from './numbered-entries.ts'

/** Clients on one query mostly come from the same answer. */
const made = new WeakMap<Buffer, { readonly from: Buffer; readonly delta: Buffer | null }>()

/**
 * `{"ids":[3,1],"changed":[{"id":3,…}],"meta":{…}}`: the ids of all entries, in order, and those entries that are new or have changed, byte
 * for byte. `null` if one of the answers is no list of entries, or if nothing would be saved.
 */
export function answerDelta(from: Buffer, to: Buffer): Buffer | null {
  const known = made.get(to)
  if (known?.from === from) return known.delta
  const delta = compare(from, to)
  made.set(to, { from, delta })
  return delta
}

function compare(from: Buffer, to: Buffer): Buffer | null {
  const [before, after] = [numberedEntries(from), numberedEntries(to)]
  if (before === null || after === null) return null
  const texts = new Map(before.entries.map(({ id, bytes }) => [id, bytes]))
  const changed = after.entries.filter(({ id, bytes }) => texts.get(id)?.equals(bytes) !== true)
  const ids = after.entries.map(({ id }) => id).join(',')
  const parts = changed.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [COMMA, bytes]))
  const delta = Buffer.concat([Buffer.from(`{"ids":[${ids}],"changed":[`), ...parts, Buffer.from(']'), after.rest])
  return delta.length < to.length ? delta : null
}

const COMMA = Buffer.from(',')
