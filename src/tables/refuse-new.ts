/** Refuses to create the database of a Strapi project: its content is more likely somewhere else. */
import { existsSync } from 'node:fs'
import { StartError } from '../errors.ts'
import { databaseText, type StorageConfig } from './open-database.ts'

/** Before anything is opened, because opening a file creates it. */
export function refuseMissingFile(config: StorageConfig): void {
  const { database, mayCreate } = config
  if (mayCreate !== false || database.client !== 'sqlite' || database.filename === ':memory:') return
  if (!existsSync(database.filename)) throw notCreated(config, 'does not exist')
}

export function notCreated({ database }: StorageConfig, what: string): StartError {
  return new StartError(`The database ${databaseText(database)} ${what}`, [
    'this is a Strapi project, so its content is probably in another database',
    'to use that one: --database sqlite:PATH or --database postgres://user:password@host:5432/name',
    'to create a new database: populus start --create',
  ])
}
