/**
 * A PostgreSQL database that a backup is restored to. Its tables are created first, and one transaction fills them. In
 * between a mark keeps servers away, and lets a later restore start over if this one is interrupted.
 */
import { StartError } from '../../errors.ts'
import { sql, table } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { createOwnTables } from '../../tables/desired/own-tables.ts'
import { inspectTables } from '../../tables/existing/inspect-tables.ts'
import { databaseText, openDatabase, type StorageConfig } from '../../tables/open-database.ts'
import { isBeingRestored, markRestore } from '../../tables/restore-mark.ts'
import type { FillInput, RestoredDatabase } from './restored-database.ts'

export class RestoredPostgres implements RestoredDatabase {
  readonly #storage: StorageConfig
  /** The schema that holds the content's tables. */
  readonly #schema: string
  #begun = false

  constructor(storage: StorageConfig, schema: string) {
    this.#storage = storage
    this.#schema = schema
  }

  async check(): Promise<void> {
    await this.#with(async database => {
      const run = readingFrom(database)
      if (await isBeingRestored(run, database.dialect)) return
      if (!(await this.#hasTables(database))) return
      throw new StartError(`The database ${databaseText(this.#storage.database)} is not empty`, [
        'a backup is restored to an empty PostgreSQL database: create one, and name it with --database',
        'nothing was changed',
      ])
    })
  }

  async fill({ open, load, placeFiles }: FillInput): Promise<void> {
    this.#begun = true
    // The mark comes with the first table, so that there is no moment without it.
    await this.#empty(async (run, { dialect }) => {
      await createOwnTables(run, dialect)
      await markRestore(run, dialect, new Date())
    })
    const database = await open(this.#storage)
    try {
      await load(database, placeFiles)
    } finally {
      await database.close()
    }
  }

  isFilled(): Promise<boolean> {
    return this.#with(
      async database =>
        !(await isBeingRestored(readingFrom(database), database.dialect)) && (await this.#hasTables(database)),
    )
  }

  async undo(): Promise<void> {
    if (this.#begun) await this.#empty()
  }

  /** Removes the tables of a restore that did not finish. There were none before it. */
  async #empty(then: (run: RunFragment, database: Database) => Promise<void> = async () => {}): Promise<void> {
    await this.#with(database =>
      database.write(async transaction => {
        const run = runningIn(transaction, database)
        for (const schema of [this.#schema, database.dialect.ownSchema]) {
          const { tables } = await inspectTables(run, database.dialect, schema)
          for (const { name } of tables) await run(sql`drop table ${table(name, schema)} cascade`)
        }
        await then(run, database)
      }),
    )
  }

  async #hasTables(database: Database): Promise<boolean> {
    const schemas = [this.#schema, database.dialect.ownSchema]
    const found = await Promise.all(
      schemas.map(schema => inspectTables(readingFrom(database), database.dialect, schema)),
    )
    return found.some(({ tables }) => tables.length > 0)
  }

  async #with<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase(this.#storage, { probe: true })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
}
