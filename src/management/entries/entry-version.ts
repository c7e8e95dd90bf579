/**
 * The version of an entry: a short hash for each attribute, so that a conflict can name what has changed without any
 * memory of the earlier state. A relation counts with its number of entries and the first of them.
 */
import { createHash } from 'node:crypto'
import type { EntryValue, EntryValues } from '../../admin-api/content-api.ts'

const BYTES = 4
const MARK = 'v1.'

/** `apart` are values that count as attributes too, such as `publishedAt`. */
export function entryVersion(values: EntryValues, apart: Readonly<Record<string, unknown>>): string {
  const hashes = Object.values(parts(values, apart)).map(hash)
  return `${MARK}${Buffer.concat(hashes).toString('base64url')}`
}

/** The attributes that differ from an earlier version; all of them if that version is of another schema. */
export function changedSince(
  version: string,
  values: EntryValues,
  apart: Readonly<Record<string, unknown>>,
): readonly string[] {
  const now = parts(values, apart)
  const names = Object.keys(now)
  const before = Buffer.from(version.slice(MARK.length), 'base64url')
  if (!version.startsWith(MARK) || before.length !== names.length * BYTES) return names
  return names.filter((name, index) => !hash(now[name]).equals(before.subarray(index * BYTES, (index + 1) * BYTES)))
}

function parts(values: EntryValues, apart: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const counted = Object.entries(values).map(([name, value]) => [name, essence(value)] as const)
  return { ...Object.fromEntries(counted), ...apart }
}

/** What belongs to the entry itself: not the titles of other entries, nor the names of files. */
function essence(value: EntryValue | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return (value as readonly EntryValue[]).map(essence)
  if ('items' in value && 'count' in value && Array.isArray(value.items))
    return [value.count, (value.items as readonly { id: number }[]).map(({ id }) => id)]
  if ('mime' in value && 'url' in value && 'id' in value) return value.id
  return Object.entries(value).map(([name, part]) => [name, essence(part as EntryValue)])
}

function hash(value: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? 'undefined')
    .digest()
    .subarray(0, BYTES)
}
