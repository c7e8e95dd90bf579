/** The recorded Strapi 4.26.2 project: its schema files and its content on both databases. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { type Client, freshDatabase, loadSqlDump } from '../databases.ts'

/** The path of a file below `test/conformance/data`. */
export function conformanceFile(name: string): string {
  return fileURLToPath(new URL(`../../conformance/data/${name}`, import.meta.url))
}

export const CONFORMANCE_PROJECT = conformanceFile('project')

/** A copy of the recorded content that a test may change freely. */
export async function conformanceDatabase(client: Client): Promise<DatabaseConfig> {
  if (client === 'postgres') {
    const config = await freshDatabase(client)
    await loadSqlDump(config, conformanceFile('content.postgres.sql.gz'))
    return config
  }
  const config = await freshDatabase(client)
  writeFileSync(config.filename, gunzipSync(readFileSync(conformanceFile('content.sqlite.gz'))))
  return config
}
