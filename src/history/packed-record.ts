/** Records as the table keeps them: JSON, compressed. As text, so that every backup and every tool can carry them. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { EntryRecord } from './version-record.ts'

/** The fastest level: entries are small, and a write waits for it. */
const LEVEL = 1

/** `json`: that of an `EntryRecord`. */
export function packRecord(json: string): string {
  return deflateRawSync(json, { level: LEVEL }).toString('base64')
}

export function unpackRecord(content: string): EntryRecord {
  return JSON.parse(inflateRawSync(Buffer.from(content, 'base64')).toString()) as EntryRecord
}
