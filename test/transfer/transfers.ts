/** Exports and imports as the command line does them, with the lines in memory or in a file. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseConfig, DEFAULT_LIMITS } from '../../src/config/config.ts'
import type { Schema } from '../../src/schema/schema.ts'
import { openStorage, type Storage } from '../../src/tables/open-storage.ts'
import { exportContent } from '../../src/transfer/export/export-content.ts'
import type { ImportInput } from '../../src/transfer/import/import-batch.ts'
import { importContent } from '../../src/transfer/import/import-content.ts'
import { temporaryFolder } from '../support/databases.ts'

export async function using<T>(
  config: DatabaseConfig,
  schema: Schema,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const storage = await openStorage({ database: config, limits: DEFAULT_LIMITS }, schema, { log: () => {} })
  try {
    return await work(storage)
  } finally {
    await storage.database.close()
  }
}

/** The lines of an export. */
export function exported(
  config: DatabaseConfig,
  schema: Schema,
  types?: readonly string[],
): Promise<readonly string[]> {
  return using(config, schema, async storage => {
    const lines: string[] = []
    await exportContent({ ...storage, types, write: line => lines.push(line) })
    return lines
  })
}

/** Hashes the lines of an export that is too long to keep. */
export function exportDigest(config: DatabaseConfig, schema: Schema, types: readonly string[]): Promise<string> {
  return using(config, schema, async storage => {
    const hash = createHash('sha256')
    await exportContent({ ...storage, types, write: line => hash.update(line).update('\n') })
    return hash.digest('hex')
  })
}

export function imported(
  config: DatabaseConfig,
  schema: Schema,
  file: string,
  options: Partial<ImportInput> = {},
): Promise<{ readonly entries: number }> {
  return using(config, schema, storage =>
    importContent({
      ...storage,
      file,
      mode: 'batches',
      hashPassword: async plain => `hash of ${plain}`,
      clock: () => new Date('2024-05-01T12:00:00Z'),
      ...options,
    }),
  )
}

/** A file of these lines; objects become JSON. */
export function fileOf(lines: readonly (string | object)[]): string {
  const file = join(temporaryFolder(), 'content.ndjson')
  writeFileSync(file, lines.map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  return file
}

export const linesOfFile = (file: string): readonly string[] => readFileSync(file, 'utf8').trimEnd().split('\n')
