/**
 * Databases that take long to fill are filled once in a run; a test gets a copy, which is its own. The originals are
 * removed with everything else that belongs to the run.
 */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inject } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { type DatabaseConfig, DEFAULT_LIMITS } from '../../src/config/config.ts'
import type { Schema } from '../../src/schema/schema.ts'
import { openStorage } from '../../src/tables/open-storage.ts'
import { CHEAP_PASSWORDS, testConfig } from './build-test-app.ts'
import {
  type Client,
  endSessionWith,
  newPostgresDatabase,
  onServer,
  pooled,
  postgresConfig,
  removedAfterFile,
  temporaryFolder,
} from './databases.ts'

const originals = new Map<string, Promise<DatabaseConfig>>()

/** `fill` must close whatever it opens: PostgreSQL does not copy a database that is in use. */
export async function preparedDatabase(
  client: Client,
  name: string,
  fill: (database: DatabaseConfig) => Promise<void>,
  lifetime: Lifetime = 'file',
): Promise<DatabaseConfig> {
  const key = `${client} ${name}`
  let original = originals.get(key)
  if (original === undefined) {
    original = fillOriginal(client, key, fill)
    originals.set(key, original)
  }
  return copyDatabase(await original, lifetime)
}

/**
 * A new database on which a project was started once: with its tables, and its content if it brings some. Creating
 * them takes several times as long as a copy.
 */
export function startedDatabase(client: Client, folder: string): Promise<DatabaseConfig> {
  return preparedDatabase(client, `start of ${folder}`, database => startOnce(folder, database))
}

/** A new database with the tables of a schema, and no content. `name` is the schema's alone. */
export function databaseWithTables(client: Client, name: string, schema: Schema): Promise<DatabaseConfig> {
  return preparedDatabase(client, `tables of ${name}`, async database => {
    const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => {} })
    await storage.database.close()
  })
}

export async function startOnce(folder: string, database: DatabaseConfig): Promise<void> {
  const app = await buildApp(testConfig({ folder, database }), { passwordCost: CHEAP_PASSWORDS })
  await app.close()
}

/** One process of the run fills it; the others wait, and find it. */
async function fillOriginal(client: Client, key: string, fill: (database: DatabaseConfig) => Promise<void>) {
  const name = `original_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
  const server = inject('postgresUrl')
  const folder = join(inject('runFolder'), name)
  const original: DatabaseConfig =
    client === 'postgres' ? postgresConfig(server, name) : { client, filename: join(folder, 'data.db') }
  const done = `${folder}.done`
  await onServer(server, async sql => {
    await sql`select pg_advisory_lock(hashtext(${name}))`
    if (existsSync(done)) return
    if (client === 'postgres') {
      await sql`drop database if exists ${sql(name)}`
      await sql`create database ${sql(name)}`
    } else {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
    }
    await fill(original)
    writeFileSync(done, '')
  })
  return original
}

/** How long a copy is there: for one test file, or for the whole run. */
type Lifetime = 'file' | 'run'

/** A database of its own with the content of another one that nobody has opened. */
export async function copyDatabase(source: DatabaseConfig, lifetime: Lifetime = 'file'): Promise<DatabaseConfig> {
  if (source.client === 'sqlite') {
    const folder = lifetime === 'file' ? temporaryFolder() : mkdtempSync(join(inject('runFolder'), 'copy-'))
    cpSync(dirname(source.filename), folder, { recursive: true })
    return { client: 'sqlite', filename: join(folder, basename(source.filename)) }
  }
  await endSessionWith(source.url)
  const copy = await newPostgresDatabase(nameOf(source.url))
  return pooled(lifetime === 'file' ? removedAfterFile(copy) : copy)
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}
