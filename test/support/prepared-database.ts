/**
 * Databases that take long to fill are filled once per process; a test gets a copy, which is its own. The originals are
 * removed with everything else that belongs to the run.
 */
import { cpSync, mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { type Client, freshDatabase, newPostgresDatabase, onServer } from './databases.ts'

const originals = new Map<string, Promise<DatabaseConfig>>()

/** `fill` must close whatever it opens: PostgreSQL does not copy a database that is in use. */
export async function preparedDatabase(
  client: Client,
  name: string,
  fill: (database: DatabaseConfig) => Promise<void>,
): Promise<DatabaseConfig> {
  const key = `${client} ${name}`
  let original = originals.get(key)
  if (original === undefined) {
    original = fillOriginal(client, fill)
    originals.set(key, original)
  }
  return copyDatabase(await original)
}

async function fillOriginal(client: Client, fill: (database: DatabaseConfig) => Promise<void>) {
  const original: DatabaseConfig =
    client === 'postgres'
      ? await newPostgresDatabase()
      : { client, filename: join(mkdtempSync(join(inject('runFolder'), 'original-')), 'data.db') }
  await fill(original)
  return original
}

/** A database of its own with the content of another one that nobody has opened. */
export async function copyDatabase(source: DatabaseConfig): Promise<DatabaseConfig> {
  if (source.client === 'sqlite') {
    const copy = await freshDatabase('sqlite')
    cpSync(dirname(source.filename), dirname(copy.filename), { recursive: true })
    return copy
  }
  const copy = await freshDatabase('postgres')
  const [name, template] = [nameOf(copy.url), nameOf(source.url)]
  await onServer(inject('postgresUrl'), async sql => {
    await sql`drop database ${sql(name)}`
    await sql`create database ${sql(name)} template ${sql(template)}`
  })
  return copy
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}
