/** The links of an archive, which come after the entries that they belong to: kept in a temporary file until they are asked for. */
import { join as path } from 'node:path'
import { name, sql, table, value } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { openSqlite } from '../../storage/sqlite/sqlite-database.ts'
import type { Reference } from '../../transfer/export-format.ts'

/** One end of a link: an attribute of an entry or component. */
export interface LinkEnd {
  readonly type: string
  readonly id: number
  readonly field: string
}

const LINKS = 'links'
const BATCH = 1000

export class LinkStore {
  readonly #database: Database
  #waiting: { readonly end: LinkEnd; readonly to: Reference }[] = []

  static async open(folder: string): Promise<LinkStore> {
    const database = await openSqlite({ filename: path(folder, 'links.db'), own: 'if-exists' })
    await database.write(async transaction => {
      const run = runningIn(transaction, database)
      await run(sql`create table ${table(LINKS)} (type text, id integer, field text, target text)`)
      await run(sql`create index ${name('links_by_end')} on ${table(LINKS)} (type, id)`)
    })
    return new LinkStore(database)
  }

  private constructor(database: Database) {
    this.#database = database
  }

  async add(end: LinkEnd, to: Reference): Promise<void> {
    if (this.#waiting.push({ end, to }) >= BATCH) await this.flush()
  }

  async flush(): Promise<void> {
    const links = this.#waiting
    this.#waiting = []
    await this.#database.write(async transaction => {
      const run = runningIn(transaction, this.#database)
      for (const { end, to } of links)
        await run(
          sql`insert into ${table(LINKS)} values (${value(end.type)}, ${value(end.id)}, ${value(end.field)}, ${value(JSON.stringify(to))})`,
        )
    })
  }

  /** In the order of the archive. */
  async linksOf(
    type: string,
    ids: readonly number[],
  ): Promise<readonly { readonly end: LinkEnd; readonly to: Reference }[]> {
    const rows = await readingFrom(this.#database)(sql`
      select id, field, target from ${table(LINKS)} where type = ${value(type)}
      and id in (select value from json_each(${value(JSON.stringify(ids))})) order by rowid`)
    return rows.map(([id, field, target]) => ({
      end: { type, id: Number(id), field: String(field) },
      to: JSON.parse(String(target)) as Reference,
    }))
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}
