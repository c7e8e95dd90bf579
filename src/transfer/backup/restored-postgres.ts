/**
 * A PostgreSQL database that a backup is restored to. Its tables are created first, and one transaction fills them. In
 * between a mark keeps servers away, and lets a later restore start over if this one is interrupted. With `force`, tables that are
 * there are set aside first.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../errors.ts'
import { sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { createOwnTables } from '../../tables/desired/own-tables.ts'
import { inspectTables } from '../../tables/existing/inspect-tables.ts'
import { databaseText, openDatabase, type StorageConfig } from '../../tables/open-database.ts'
import { isBeingRestored, markRestore } from '../../tables/restore-mark.ts'
import type { FillInput, RestoredDatabase } from './restored-database.ts'
import { type Aside, bringBackTables, setAsideTables } from './set-aside-tables.ts'

export interface PostgresTarget {
  readonly storage: StorageConfig
  /** The schema that holds the content's tables. */
  readonly schema: string
  readonly force: boolean
  readonly note: (line: string) => void
}

export class RestoredPostgres implements RestoredDatabase {
  readonly #target: PostgresTarget
  #begun = false
  #aside: Aside = []

  constructor(target: PostgresTarget) {
    this.#target = target
  }

  async check(): Promise<void> {
    const began = performance.now()
    await this.#with(async database => {
      const run = readingFrom(database)
      if (await isBeingRestored(run, database.dialect)) return
      if (!(await this.#hasTables(database))) return
      const where = databaseText(this.#target.storage.database)
      if (!this.#target.force)
        throw new StartError(`The database ${where} is not empty`, [
          'a backup is restored to an empty PostgreSQL database: create one, and name it with --database',
          'with --force its tables are moved to a schema of their own, and the restored ones take their place',
          'nothing was changed',
        ])
      if (await isServed(run, began))
        throw new StartError(`A server is connected to the database ${where}`, [
          'stop it before its tables are replaced, and start it again afterwards',
          'nothing was changed',
        ])
    })
  }

  async fill({ open, load, placeFiles }: FillInput): Promise<void> {
    this.#begun = true
    const now = new Date()
    // The mark comes with the first table, so that there is no moment without it.
    await this.#change(async (run, { dialect }) => {
      if (await isBeingRestored(run, dialect)) await this.#dropTables(run, dialect)
      else this.#aside = await setAsideTables(run, dialect, this.#schemas(dialect), now)
      await createOwnTables(run, dialect)
      await markRestore(run, dialect, now)
    })
    const database = await open(this.#target.storage)
    try {
      await load(database, placeFiles)
    } finally {
      await database.close()
    }
    if (this.#aside.length === 0) return
    const places = this.#aside.map(([, place]) => place).join(' and ')
    this.#target.note(`The tables that were there are now in ${places}. Drop what you do not need any more.`)
  }

  isFilled(): Promise<boolean> {
    return this.#with(
      async database =>
        !(await isBeingRestored(readingFrom(database), database.dialect)) && (await this.#hasTables(database)),
    )
  }

  async undo(): Promise<void> {
    if (!this.#begun) return
    await this.#change(async (run, { dialect }) => {
      await this.#dropTables(run, dialect)
      await bringBackTables(run, dialect, this.#aside)
    })
  }

  #schemas(dialect: SqlDialect): readonly string[] {
    return [this.#target.schema, dialect.ownSchema]
  }

  /** Removes the tables of a restore that did not finish. There were none before it, or they are set aside. */
  async #dropTables(run: RunFragment, dialect: SqlDialect): Promise<void> {
    for (const schema of this.#schemas(dialect)) {
      const { tables } = await inspectTables(run, dialect, schema)
      for (const { name } of tables) await run(sql`drop table ${table(name, schema)} cascade`)
    }
  }

  async #change(work: (run: RunFragment, database: Database) => Promise<void>): Promise<void> {
    await this.#with(database => database.write(async transaction => work(runningIn(transaction, database), database)))
  }

  async #hasTables(database: Database): Promise<boolean> {
    const schemas = this.#schemas(database.dialect)
    const found = await Promise.all(
      schemas.map(schema => inspectTables(readingFrom(database), database.dialect, schema)),
    )
    return found.some(({ tables }) => tables.length > 0)
  }

  async #with<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase(this.#target.storage, { probe: true })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
}

/** Milliseconds, for sessions whose process has ended to go. */
const ENDING = 3000
const PAUSE = 200

/**
 * Whether another process of ours is connected since before `began`, a time of `performance.now()`. It would go on with what it knows
 * of the former tables.
 */
async function isServed(run: RunFragment, began: number): Promise<boolean> {
  for (const until = performance.now() + ENDING; ; await sleep(PAUSE)) {
    const rows = await run(sql`
      select 1 from pg_stat_activity where datname = current_database() and application_name = 'populus'
      and backend_start < clock_timestamp() - ${value(performance.now() - began)} * interval '1 millisecond' limit 1`)
    if (rows.length === 0) return false
    if (performance.now() > until) return true
  }
}
