/** A SQLite database that a backup is restored to: new files, which get their names when everything is in them. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../errors.ts'
import { ownFilename } from '../../storage/sqlite/own-filename.ts'
import type { StorageConfig } from '../../tables/open-database.ts'
import { makeNoted } from './interrupted-restore.ts'
import type { FillInput, RestoredDatabase } from './restored-database.ts'

export interface SqliteTarget {
  readonly storage: StorageConfig
  readonly filename: string
  /** The file is among those that `placeFiles` moves. */
  readonly moves: boolean
  readonly force: boolean
  /** Where notes of the restore are. */
  readonly notes: string
}

export class RestoredSqlite implements RestoredDatabase {
  readonly #target: SqliteTarget
  /** Beside the file, because only files on one disk can be renamed. */
  readonly #stage: string
  /** Renamed files: from, to. */
  readonly #renamed: (readonly [string, string])[] = []

  constructor(target: SqliteTarget) {
    this.#target = target
    this.#stage = join(dirname(target.filename), '.populus-restore-database')
  }

  async check(): Promise<void> {
    const { filename, force } = this.#target
    if (filename === ':memory:') throw new StartError('A backup cannot be restored to a database in memory')
    if (!existsSync(filename) || force) return
    throw new StartError(`The database ${filename} exists`, [
      'a backup is restored to a new database; --database names another one',
      'with --force its files are renamed, and the restored database takes their place',
      'nothing was changed',
    ])
  }

  async fill({ open, load, placeFiles }: FillInput): Promise<void> {
    const { storage, filename, moves } = this.#target
    const staged = join(this.#stage, basename(filename))
    rmSync(this.#stage, { recursive: true, force: true })
    makeNoted(this.#target.notes, this.#stage)
    const config = { ...storage, database: { client: 'sqlite' as const, filename: staged } }
    const database = await open(config)
    try {
      await load(database, () => {})
    } finally {
      await database.close()
    }
    if (!moves) placeFiles()
    this.#setAside(filename)
    // The content's file is the last one: without it there is no database.
    this.#rename(ownFilename(staged), ownFilename(filename))
    this.#rename(staged, filename)
    rmSync(this.#stage, { recursive: true, force: true })
    if (moves) placeFiles()
  }

  async isFilled(): Promise<boolean> {
    const { filename } = this.#target
    return existsSync(filename) && !existsSync(join(this.#stage, basename(filename)))
  }

  async undo(): Promise<void> {
    for (const [from, to] of this.#renamed.reverse())
      if (from.startsWith(this.#stage)) rmSync(to, { force: true })
      else renameSync(to, from)
    rmSync(this.#stage, { recursive: true, force: true })
  }

  #setAside(filename: string): void {
    const stamp = new Date().toISOString().replace(/[:.]/g, '-')
    for (const file of [filename, ownFilename(filename)])
      for (const ending of ['', '-wal', '-shm'])
        if (existsSync(file + ending)) this.#rename(file + ending, `${file}.before-restore-${stamp}${ending}`)
  }

  #rename(from: string, to: string): void {
    renameSync(from, to)
    this.#renamed.push([from, to])
  }
}
