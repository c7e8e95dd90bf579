/** The end of the names of our own tables: one schema `populus` serves all schemas of a database. */
import { sha256 } from './sha256.ts'

/** Longer names of schemas are shortened; names have at most 63 bytes. */
const LONGEST = 40

export function schemaSuffix(schema: string): string {
  if (Buffer.byteLength(schema) <= LONGEST) return schema
  return sha256(schema).slice(0, LONGEST)
}
