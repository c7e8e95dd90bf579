/**
 * Notes of what is about to be stored or deleted, written before it happens. A process that dies in between leaves its
 * note, and the next one that starts puts rows and objects back in step (`settle-note.ts`).
 *
 * The notes are in Populus' own tables. On SQLite these are in another file than the content, so a note and a row are
 * never assumed to change together: whether a row exists is what decides.
 */

import { randomUUID } from 'node:crypto'
import { PopulusError } from '../../errors.ts'
import { type Fragment, name, sql, table, value } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import { changeAlone } from '../../storage/change-alone.ts'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { MEDIA_JOURNAL_TABLE } from '../../tables/desired/own-tables.ts'
import { processIdentity, processState } from '../../util/process/process-identity.ts'
import { ClockJumps } from '../../util/time/clock-jumps.ts'
import { isOutOfDate } from '../../util/time/moments.ts'
import { type FileNote, heldFiles, type Note } from './notes.ts'

/**
 * A note counts as in use for so long after its process last renewed it. Processes of this machine and container need not
 * be waited for: whether they run is known. A process that was only slow finds out before it commits (`confirm`).
 */
export const LEASE = 30 * 1000
const RENEWALS = 6

export interface StoredNote {
  readonly id: string
  readonly owner: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly note: Note
}

/** A note of this process that is in use. */
export interface OpenNote {
  readonly id: string
  /** What it says at the moment. */
  readonly note: Note
  change(note: Note): Promise<void>
  /** Fails if another process has taken the note over. Called in the transaction that changes the rows. */
  confirm(run: RunFragment): Promise<void>
  /** Stops renewing it. If it was not removed, it is left for whoever settles it next. */
  release(): void
}

export class MediaJournal {
  readonly #database: Database
  readonly #open = new Map<string, NodeJS.Timeout>()
  /** Notes that this process has left behind, because the storage or the database did not answer. Nobody works on them. */
  readonly #left = new Set<string>()
  readonly #jumps: ClockJumps
  readonly #clock: () => number

  constructor(database: Database, clock: () => number = Date.now) {
    this.#database = database
    this.#clock = clock
    this.#jumps = new ClockJumps(clock)
  }

  async open(note: Note): Promise<OpenNote> {
    const id = randomUUID()
    await this.#write(this.#insert(id, note))
    return this.#opened(id, note)
  }

  /** The same, unless there is a note about one of the same files: then returns that one. */
  async openAlone(note: FileNote): Promise<OpenNote | StoredNote> {
    const id = randomUUID()
    const held = new Set(heldFiles(note))
    const other = await changeAlone(this.#database, MEDIA_JOURNAL_TABLE, async run => {
      const known = storedNotes(await run(this.#all)).find(stored =>
        heldFiles(stored.note).some(file => held.has(file)),
      )
      if (known === undefined) await run(this.#insert(id, note))
      return known
    })
    return other ?? this.#opened(id, note)
  }

  /**
   * Whether somebody works on it. After the clock was set, every note of a process that may be running counts until that
   * process has had the time to renew it; then one that ends too far in the future has been given up, too.
   */
  isInUse({ id, owner, expiresAt }: StoredNote): boolean {
    if (this.#open.has(id)) return true
    if (this.#left.has(id)) return false
    if (processState(owner) === 'gone') return false
    if (this.#jumps.within(LEASE)) return true
    return expiresAt > this.#clock() && !isOutOfDate(expiresAt - LEASE, LEASE, this.#clock())
  }

  /**
   * Takes over a note that nobody works on, and settles it. False if it was renewed, removed or taken over in the meantime. Until it is
   * settled, it is in use by this process.
   */
  async takeOver(stored: StoredNote, settle: () => Promise<void>): Promise<boolean> {
    const wasLeft = this.#left.delete(stored.id)
    let isOurs = wasLeft
    try {
      isOurs = await this.#claim(stored)
      if (isOurs) await settle()
      return isOurs
    } catch (error) {
      if (isOurs) this.#left.add(stored.id)
      throw error
    }
  }

  #claim({ id, owner, expiresAt }: StoredNote): Promise<boolean> {
    return this.#database.write(async transaction => {
      const run = runningIn(transaction, this.#database)
      const unchanged = sql`${name('id')} = ${value(id)} and owner = ${value(owner)} and expires_at = ${this.#moment(expiresAt)}`
      const taken = sql`update ${this.#table} set owner = ${value(processIdentity())}, expires_at = ${this.#expiry()} where ${unchanged} returning ${name('id')}`
      return (await run(taken)).length > 0
    })
  }

  #opened(id: string, note: Note): OpenNote {
    const timer = setInterval(() => void this.#renew(id), LEASE / RENEWALS)
    timer.unref()
    this.#open.set(id, timer)
    const release = () => {
      if (this.#end(id)) this.#left.add(id)
    }
    let current = note
    const change = async (changed: Note) => {
      await this.#change(id, changed)
      current = changed
    }
    return {
      id,
      get note() {
        return current
      },
      change,
      confirm: run => this.#confirm(id, run),
      release,
    }
  }

  async #confirm(id: string, run: RunFragment): Promise<void> {
    const { rowLock } = this.#database.dialect
    const found = await run(sql`select ${name('id')} from ${this.#table} where ${this.#mine(id)}${rowLock}`)
    if (found.length === 0) throw new PopulusError('unavailable')
  }

  async #change(id: string, note: Note): Promise<void> {
    const content = value(JSON.stringify(note))
    await this.#write(sql`update ${this.#table} set content = ${content} where ${name('id')} = ${value(id)}`)
  }

  async remove(id: string): Promise<void> {
    await this.#write(sql`delete from ${this.#table} where ${name('id')} = ${value(id)}`)
    this.#end(id)
    this.#left.delete(id)
  }

  /** Returns whether it was in use. */
  #end(id: string): boolean {
    clearInterval(this.#open.get(id))
    return this.#open.delete(id)
  }

  async list(): Promise<readonly StoredNote[]> {
    return storedNotes(await readingFrom(this.#database)(this.#all))
  }

  close(): void {
    for (const timer of this.#open.values()) clearInterval(timer)
    this.#open.clear()
  }

  async #renew(id: string): Promise<void> {
    // A failed renewal is made up for by the next one.
    const renewed = sql`update ${this.#table} set expires_at = ${this.#expiry()} where ${this.#mine(id)}`
    await this.#write(renewed).catch(() => undefined)
  }

  #insert(id: string, note: Note): Fragment {
    return sql`insert into ${this.#table} (${name('id')}, owner, expires_at, content)
      values (${value(id)}, ${value(processIdentity())}, ${this.#expiry()}, ${value(JSON.stringify(note))})`
  }

  get #all(): Fragment {
    return sql`select ${name('id')}, owner, expires_at, content from ${this.#table} order by ${name('id')}`
  }

  #mine(id: string): Fragment {
    return sql`${name('id')} = ${value(id)} and owner = ${value(processIdentity())}`
  }

  #expiry(): Fragment {
    return this.#moment(this.#clock() + LEASE)
  }

  #moment(milliseconds: number): Fragment {
    return value(this.#database.dialect.encode('biginteger', milliseconds))
  }

  get #table(): Fragment {
    return table(MEDIA_JOURNAL_TABLE, this.#database.dialect.ownSchema)
  }

  async #write(statement: Fragment): Promise<void> {
    await this.#database.write(transaction => runningIn(transaction, this.#database)(statement))
  }
}

function storedNotes(rows: readonly Row[]): readonly StoredNote[] {
  return rows.map(([id, owner, expiresAt, content]) => ({
    id: String(id),
    owner: String(owner),
    expiresAt: Number(expiresAt),
    note: JSON.parse(String(content)) as Note,
  }))
}
