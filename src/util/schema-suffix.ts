/** The end of the names of our own tables: one schema `populus` serves all schemas of a database. */
import { createHash } from 'node:crypto'

/** Longer names of schemas are shortened; names have at most 63 bytes. */
const LONGEST = 40

export function schemaSuffix(schema: string): string {
  if (Buffer.byteLength(schema) <= LONGEST) return schema
  return createHash('sha256').update(schema).digest('hex').slice(0, LONGEST)
}
