/**
 * What a server does for an owner, one task of each kind at a time: who does it, how far it is, and what its owner was told since. Kept in
 * the database, so that every server can show it. A task whose server no longer reports counts as ended.
 */
import { randomUUID } from 'node:crypto'
import { SERVER_TASKS_TABLE } from '../schema/own-table-names.ts'
import { type Fragment, sql, table, value } from '../sql/fragment.ts'
import type { Database } from '../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../storage/run-fragment.ts'
import { processIdentity, processState } from '../util/process/process-identity.ts'

/** Milliseconds without a report after which a task counts as ended. */
const PATIENCE = 60_000

/** A task as it was last reported. */
export interface PostedTask {
  readonly id: string
  readonly state: 'open' | 'ended' | 'abandoned'
  /** JSON. */
  readonly content: string
}

export class TaskBoard {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Posts a new task in the place of the last one. `undefined` while somebody works on that. */
  begin(kind: string, content: string): Promise<string | undefined> {
    return this.#database.write(async transaction => {
      const run = runningIn(transaction, this.#database)
      const id = randomUUID()
      const post = () =>
        run(sql`
        insert into ${this.#tasks} as t (kind, task_id, owner, beat, ended, told, content)
        values (${value(kind)}, ${value(id)}, ${value(processIdentity())}, ${this.#now}, ${this.#whole(0)}, null, ${value(content)})
        on conflict (kind) do update set task_id = excluded.task_id, owner = excluded.owner, beat = excluded.beat, ended = excluded.ended,
          told = null, content = excluded.content
          where t.ended = ${this.#whole(1)} or t.beat < ${this.#now} - ${this.#whole(PATIENCE)}
        returning task_id`)
      if ((await post()).length > 0) return id
      if (!(await this.#endOfDead(run, kind))) return undefined
      return (await post()).length > 0 ? id : undefined
    })
  }

  async #endOfDead(run: RunFragment, kind: string): Promise<boolean> {
    const [found] = await run(sql`select owner, task_id from ${this.#tasks} where kind = ${value(kind)}`)
    if (found === undefined || processState(String(found[0])) !== 'gone') return false
    await run(sql`update ${this.#tasks} set ended = ${this.#whole(1)} where ${this.#is(kind, String(found[1]))}`)
    return true
  }

  /** Says how far the task is. False if another one has taken its place. */
  async report(kind: string, id: string, content: string, ended = false): Promise<boolean> {
    const rows = await this.#database.write(transaction =>
      runningIn(
        transaction,
        this.#database,
      )(sql`
        update ${this.#tasks} set beat = ${this.#now}, ended = ${this.#whole(ended ? 1 : 0)}, content = ${value(content)}
        where ${this.#is(kind, id)} returning task_id`),
    )
    return rows.length > 0
  }

  /** What whoever works on the task was told since, if anything. */
  async told(kind: string, id: string): Promise<string | null> {
    const [row] = await readingFrom(this.#database)(sql`select told from ${this.#tasks} where ${this.#is(kind, id)}`)
    return typeof row?.[0] === 'string' ? row[0] : null
  }

  /** Tells whoever works on the task something. False if nobody does. */
  async tell(kind: string, id: string, what: string): Promise<boolean> {
    const rows = await this.#database.write(transaction =>
      runningIn(
        transaction,
        this.#database,
      )(sql`
        update ${this.#tasks} set told = ${value(what)} where ${this.#is(kind, id)} and ended = ${this.#whole(0)} returning task_id`),
    )
    return rows.length > 0
  }

  /** The last task of that kind. */
  async read(kind: string): Promise<PostedTask | undefined> {
    const [row] = await readingFrom(this.#database)(sql`
      select task_id, owner, ended, beat < ${this.#now} - ${this.#whole(PATIENCE)}, content from ${this.#tasks}
      where kind = ${value(kind)}`)
    if (row === undefined) return undefined
    const [id, owner, ended, isSilent, content] = row
    const isGone = Boolean(Number(isSilent)) || processState(String(owner)) === 'gone'
    const state = Number(ended) === 1 ? 'ended' : isGone ? 'abandoned' : 'open'
    return { id: String(id), state, content: String(content) }
  }

  #is(kind: string, id: string): Fragment {
    return sql`kind = ${value(kind)} and task_id = ${value(id)}`
  }

  #whole(number: number): Fragment {
    return sql`${value(this.#database.dialect.encode('biginteger', number))}`
  }

  get #now(): Fragment {
    return this.#database.dialect.now
  }

  get #tasks(): Fragment {
    return table(SERVER_TASKS_TABLE, this.#database.dialect.ownSchema)
  }
}
