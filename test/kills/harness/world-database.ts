/** Databases of worlds: a file in the folder, or a database on a PostgreSQL server that can be killed. */
import { join } from 'node:path'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { onServer, postgresConfig } from '../../support/databases.ts'
import type { PostgresServer } from '../../support/servers/embedded-server.ts'

/** An empty database in the same place as that of a world. */
export async function emptyDatabase(postgres: PostgresServer | null, folder: string): Promise<DatabaseConfig> {
  if (postgres === null) return { client: 'sqlite', filename: join(folder, '.data', 'data.db') }
  return newDatabase(postgres, 'template1')
}

let databases = 0

async function newDatabase(postgres: PostgresServer, template: string): Promise<DatabaseConfig> {
  databases += 1
  const name = `kills_${databases}`
  await onServer(postgres.url, async sql => {
    await sql`create database ${sql(name)} template ${sql(template)}`
    // Without it, sequences of a copy count from their old value after a crash: they believe that they have logged more.
    await sql`checkpoint`
  })
  return postgresConfig(postgres.url, name)
}

export async function copyOfDatabase(
  database: DatabaseConfig,
  postgres: PostgresServer | null,
  folder: string,
): Promise<DatabaseConfig> {
  if (database.client === 'sqlite' || postgres === null) return emptyDatabase(null, folder)
  return newDatabase(postgres, new URL(database.url).pathname.slice(1))
}
