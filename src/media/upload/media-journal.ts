/**
 * Notes of what is about to be stored or deleted, written before it happens. A process that dies in between leaves its
 * note, and the next one that starts puts rows and objects back in step (`settle-notes.ts`).
 *
 * The notes are in Populus' own tables. On SQLite these are in another file than the content, so a note and a row are
 * never assumed to change together: whether a row exists is what decides.
 */
import { randomUUID } from 'node:crypto'
import { MEDIA_JOURNAL_TABLE } from '../../layout/tables/own-tables.ts'
import { type Fragment, name, sql, table, value } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { processIdentity } from '../../util/process-identity.ts'
import type { PlacedRef } from '../providers/provider.ts'
import type { ReplaceNote } from './replace-note.ts'

/** A note counts as in use for so long after its process last renewed it. */
export const LEASE = 5 * 60 * 1000

/** The objects of files. They stay if their file has a row, and are deleted otherwise. */
export interface ObjectsNote {
  readonly kind: 'objects'
  readonly provider: string
  readonly files: readonly NotedFile[]
}

export interface NotedFile {
  readonly hash: string
  readonly objects: readonly PlacedRef[]
}

export type Note = ObjectsNote | ReplaceNote

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
  /** Stops renewing it. The note itself stays. */
  release(): void
}

export class MediaJournal {
  readonly #database: Database
  readonly #open = new Set<NodeJS.Timeout>()

  constructor(database: Database) {
    this.#database = database
  }

  async open(note: Note): Promise<OpenNote> {
    const id = randomUUID()
    await this.#write(sql`insert into ${this.#table} (${name('id')}, owner, expires_at, content)
      values (${value(id)}, ${value(processIdentity())}, ${this.#expiry()}, ${value(JSON.stringify(note))})`)
    const timer = setInterval(() => void this.#renew(id), LEASE / 5)
    timer.unref()
    this.#open.add(timer)
    const release = () => {
      clearInterval(timer)
      this.#open.delete(timer)
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
      release,
    }
  }

  async #change(id: string, note: Note): Promise<void> {
    const content = value(JSON.stringify(note))
    await this.#write(sql`update ${this.#table} set content = ${content} where ${name('id')} = ${value(id)}`)
  }

  async remove(id: string): Promise<void> {
    await this.#write(sql`delete from ${this.#table} where ${name('id')} = ${value(id)}`)
  }

  async list(): Promise<readonly StoredNote[]> {
    const rows = await readingFrom(this.#database)(
      sql`select ${name('id')}, owner, expires_at, content from ${this.#table} order by ${name('id')}`,
    )
    return rows.map(([id, owner, expiresAt, content]) => ({
      id: String(id),
      owner: String(owner),
      expiresAt: Number(expiresAt),
      note: JSON.parse(String(content)) as Note,
    }))
  }

  close(): void {
    for (const timer of this.#open) clearInterval(timer)
    this.#open.clear()
  }

  async #renew(id: string): Promise<void> {
    // A failed renewal is made up for by the next one.
    const renewed = sql`update ${this.#table} set expires_at = ${this.#expiry()} where ${name('id')} = ${value(id)}`
    await this.#write(renewed).catch(() => undefined)
  }

  #expiry(): Fragment {
    return value(this.#database.dialect.encode('biginteger', Date.now() + LEASE))
  }

  get #table(): Fragment {
    return table(MEDIA_JOURNAL_TABLE, this.#database.dialect.ownSchema)
  }

  async #write(statement: Fragment): Promise<void> {
    await this.#database.write(transaction => runningIn(transaction, this.#database)(statement))
  }
}
