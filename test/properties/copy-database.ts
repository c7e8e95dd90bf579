/** A database of its own with the content of another one that nobody has opened. */
import { copyFileSync } from 'node:fs'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { freshDatabase, onServer } from '../support/databases.ts'

export async function copyDatabase(source: DatabaseConfig): Promise<DatabaseConfig> {
  if (source.client === 'sqlite') {
    const copy = await freshDatabase('sqlite')
    copyFileSync(source.filename, copy.filename)
    return copy
  }
  const copy = await freshDatabase('postgres')
  const [name, template] = [nameOf(copy.url), nameOf(source.url)]
  const server = new URL(copy.url)
  server.pathname = '/postgres'
  await onServer(server.href, async sql => {
    await sql`drop database ${sql(name)}`
    await sql`create database ${sql(name)} template ${sql(template)}`
  })
  return copy
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}
