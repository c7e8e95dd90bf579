/**
 * What the processes that share a SQLite file tell each other: an entry for each commit, with what it has changed, and how
 * many commits there were before and after it. Entries that follow each other without a gap, up to the number of commits
 * that there are now, are everything that has happened. Whoever commits without an entry leaves a gap: a program that is
 * not Populus, or a process that was killed.
 *
 * A commit and its entry are made while the log is locked. So if there is a gap and nobody has locked the log, then there
 * will never be an entry. An entry is made after its commit, so what it says can already be read.
 */
import { randomUUID } from 'node:crypto'
import { changeText, parseChange } from '../../kept/dependencies/change-text.ts'
import type { ContentChange } from '../../kept/dependencies/content-change.ts'
import type { Row, SqlValue } from '../../sql/statement.ts'
import { isBusy } from '../translate-error.ts'
import { CommitCount, canCountCommits } from './commit-count.ts'
import { createPrivately, openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts'

/** A process that is further behind drops everything. */
const MOST_ENTRIES = 1000
/** Older entries are deleted once for so many new ones. */
const DELETED_TOGETHER = 100
const LONGEST_TEXT = 20_000
/** How long a process may take from its commit to its entry, in milliseconds. */
const PATIENCE = 100

const CREATE = `create table if not exists commits (id integer primary key autoincrement, process text not null,
  before text not null, after text not null, change text not null)`
const ADD = 'insert into commits (process, before, after, change) values (?, ?, ?, ?) returning id'
const AFTER = 'select id, process, before, after, change from commits where id > ? order by id'
const LAST = 'select coalesce(max(id), 0) from commits'

interface Entry {
  readonly id: number
  readonly isOwn: boolean
  readonly before: string
  readonly after: string
  readonly change: string
}

/** The point up to which a process knows everything. */
interface Place {
  readonly commits: string
  /** The number of the last entry. */
  readonly entry: number
}

export interface Commit {
  readonly run: () => void
  readonly change: ContentChange
  /** Returns another text after every commit of somebody else. */
  readonly byOthers: () => string
}

/**
 * `files` are those that are committed to; this process has connections to them. Returns `undefined` where commits cannot
 * be counted. Fails as busy while another process is doing the same.
 */
export function openCommitLog(filename: string, files: readonly string[]): CommitLog | undefined {
  if (!files.every(canCountCommits)) return undefined
  createPrivately(filename)
  const log = openSqliteConnection({ filename, own: null, writeAheadLog: true, readOnly: false })
  try {
    // Entries are for processes that are running. They need not survive a power failure.
    log.run({ text: 'pragma synchronous = normal', values: [] })
    log.run({ text: CREATE, values: [] })
  } catch (error) {
    log.close()
    throw error
  }
  return new CommitLog(
    log,
    files.map(file => new CommitCount(file)),
  )
}

export class CommitLog {
  readonly #process = randomUUID()
  readonly #log: SqliteConnection
  readonly #counts: readonly CommitCount[]
  #known: Place | undefined
  #waitingSince: number | undefined

  constructor(log: SqliteConnection, counts: readonly CommitCount[]) {
    this.#log = log
    this.#counts = counts
  }

  /** Commits what the lock on the files protects, and makes the entry. Fails as busy like the commit itself. */
  commit({ run, change, byOthers }: Commit): void {
    const isLocked = this.#lock()
    try {
      const before = this.#commits()
      const others = byOthers()
      run()
      if (isLocked && before !== undefined) this.#announce(before, change, () => others === byOthers())
    } finally {
      this.#unlock()
    }
  }

  /** The commit is done, so nothing may fail here. Without an entry, others drop everything. */
  #announce(before: string, change: ContentChange, isAlone: () => boolean): void {
    try {
      const after = this.#commits()
      if (after === undefined || after === before || !isAlone()) return
      const [row] = this.#run(ADD, this.#process, before, after, changeText(change, LONGEST_TEXT))
      const entry = Number(row![0])
      if (entry % DELETED_TOGETHER === 0) this.#run('delete from commits where id <= ?', entry - MOST_ENTRIES)
      this.#run('commit')
      if (this.#known?.commits === before) this.#known = { commits: after, entry }
    } catch {}
  }

  /**
   * What others have changed since the last call, when there was a commit by others; `undefined` if nobody knows. Fails as
   * busy while it is being written.
   */
  changesByOthers(): readonly ContentChange[] | undefined {
    const entries = this.#newEntries() ?? this.#newEntriesUnderLock()
    if (entries === undefined) this.#known = this.#place()
    this.#waitingSince = undefined
    const changes = entries?.filter(({ isOwn }) => !isOwn).map(({ change }) => parseChange(change))
    // A commit that was not counted is not known either.
    return changes?.length === 0 ? undefined : changes
  }

  /** The entries that explain all commits; `undefined` if there is a gap. */
  #newEntries(): readonly Entry[] | undefined {
    let known = this.#known
    if (known === undefined) return undefined
    const entries = this.#run(AFTER, known.entry).map(row => this.#toEntry(row))
    for (const { id, before, after } of entries) {
      if (before !== known.commits) return undefined
      known = { commits: after, entry: id }
    }
    if (known.commits !== this.#commits()) return undefined
    this.#known = known
    return entries
  }

  #newEntriesUnderLock(): readonly Entry[] | undefined {
    if (this.#known === undefined) return undefined
    try {
      if (!this.#lock()) return undefined
      return this.#newEntries()
    } catch (error) {
      this.#waitingSince ??= performance.now()
      // Whoever has the lock is stopped, or very slow. There is no need to wait for an entry if everything is dropped.
      if (!isBusy(error) || performance.now() - this.#waitingSince > PATIENCE) return undefined
      throw error
    } finally {
      this.#unlock()
    }
  }

  #toEntry([id, process, before, after, change]: Row): Entry {
    return {
      id: Number(id),
      isOwn: process === this.#process,
      before: String(before),
      after: String(after),
      change: String(change),
    }
  }

  #place(): Place | undefined {
    const commits = this.#commits()
    return commits === undefined ? undefined : { commits, entry: Number(this.#run(LAST)[0]![0]) }
  }

  #commits(): string | undefined {
    const counts = this.#counts.map(count => count.read())
    return counts.includes(undefined) ? undefined : counts.join('.')
  }

  /** False if the log cannot be written, for example because the disk is full. Fails only as busy. */
  #lock(): boolean {
    try {
      this.#run('begin immediate')
      return true
    } catch (error) {
      if (isBusy(error)) throw error
      return false
    }
  }

  #unlock(): void {
    if (this.#log.inTransaction) this.#run('rollback')
  }

  #run(text: string, ...values: readonly SqlValue[]): readonly Row[] {
    return this.#log.run({ text, values })
  }

  /** After the connections to the files. */
  close(): void {
    this.#log.close()
    for (const count of this.#counts) count.close()
  }
}
