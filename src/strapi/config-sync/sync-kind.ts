/** One kind of what the plugin config-sync keeps in files: a table whose rows have names. */
import { z } from 'zod'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'

/** What a file contains, with only the attributes that count, and lists in order. */
export type SyncContent = Readonly<Record<string, unknown>>

export interface SyncKind {
  /** The first part of the names of its files: `user-role`. */
  readonly name: string
  /** The attribute that is the second part: `type`. */
  readonly key: string
  readonly shape: z.ZodObject
  /** What the database has, by name. */
  load(): Promise<ReadonlyMap<string, SyncContent>>
  /** Adds an entry, or replaces it. */
  put(name: string, wanted: SyncContent): Promise<void>
  remove(name: string): Promise<void>
  /** Why an entry without a file is not removed. */
  reasonToKeep(name: string): Promise<string | undefined>
}

/** One transaction on the opened database. */
export interface SyncContext {
  readonly database: Database
  readonly schema: Schema
  readonly run: RunFragment
  readonly now: Date
}

/** Fits into a column of the tables. */
export const shortText = z
  .string()
  .min(1)
  .max(255)
  .refine(given => !given.includes('\0'), { error: 'must not contain the character U+0000' })

export const optionalShortText = shortText.or(z.literal('')).nullable().default(null)

/** For lists whose order means nothing. */
export function sorted<T>(items: readonly T[]): readonly T[] {
  const byText = new Map(items.map(item => [JSON.stringify(item), item]))
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}
