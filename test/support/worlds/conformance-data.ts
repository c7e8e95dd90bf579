/** The recorded Strapi 4.26.2 project: its schema files and its content on both databases. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { type Client, loadSqlDump } from '../databases.ts'
import { preparedDatabase, startOnce } from '../prepared-database.ts'

/** The path of a file below `test/conformance/data`. */
export function conformanceFile(name: string): string {
  return fileURLToPath(new URL(`../../conformance/data/${name}`, import.meta.url))
}

export const CONFORMANCE_PROJECT = conformanceFile('project')

/** A copy of the recorded content that a test may change freely. */
export function conformanceDatabase(client: Client): Promise<DatabaseConfig> {
  return preparedDatabase(client, 'conformance', loadContent)
}

/** The same after a first start of Populus, so that the next one has nothing to prepare. */
export function adoptedConformanceDatabase(client: Client): Promise<DatabaseConfig> {
  return preparedDatabase(client, 'conformance after a start', async config => {
    await loadContent(config)
    await startOnce(CONFORMANCE_PROJECT, config)
  })
}

async function loadContent(config: DatabaseConfig): Promise<void> {
  if (config.client === 'postgres') await loadSqlDump(config, conformanceFile('content.postgres.sql.gz'))
  else writeFileSync(config.filename, gunzipSync(readFileSync(conformanceFile('content.sqlite.gz'))))
}
