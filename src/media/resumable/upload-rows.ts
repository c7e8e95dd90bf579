/** The statements about resumable uploads in a PostgreSQL database. Times are those of its clock, the same for all servers. */
import { LEASES_TABLE } from '../../schema/own-table-names.ts'
import { type Fragment, name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import { RESUMABLE_PARTS_TABLE, RESUMABLE_UPLOADS_TABLE } from '../../tables/desired/resumable-tables.ts'
import { type NewUpload, REMEMBERED, type ResumableUpload } from './resumable-store.ts'

const COLUMNS = sql`${name('id')}, owner, uploader, size, metadata, expires_at, result`
const LEASE = 'resumable '

/** Whoever finishes an upload holds the lease of this name. */
export const leaseName = (id: string): string => LEASE + id

export class UploadRows {
  readonly #now: Fragment
  readonly #uploads: Fragment
  readonly #parts: Fragment
  readonly #leases: Fragment
  readonly #lifetime: number

  constructor({ ownSchema, now }: SqlDialect, lifetime: number) {
    this.#now = now
    this.#uploads = table(RESUMABLE_UPLOADS_TABLE, ownSchema)
    this.#parts = table(RESUMABLE_PARTS_TABLE, ownSchema)
    this.#leases = table(LEASES_TABLE, ownSchema)
    this.#lifetime = lifetime
  }

  /** One that expires too late began in the future: the clock was set back since, and nobody knows how old it is. */
  get #isCurrent(): Fragment {
    return sql`(expires_at > ${this.#now} and expires_at <= ${this.#now} + ${whole(2 * this.#lifetime)})`
  }

  get current(): Fragment {
    return sql`select ${COLUMNS} from ${this.#uploads} where ${this.#isCurrent}`
  }

  find(id: string, owner: string): Fragment {
    return sql`${this.current} and ${is(id)} and owner = ${value(owner)}`
  }

  insert(id: string, { owner, uploader, size, metadata }: NewUpload): Fragment {
    return sql`
      insert into ${this.#uploads} (${name('id')}, owner, uploader, size, metadata, expires_at, arrived, turn)
      values (${value(id)}, ${value(owner)}, ${value(uploader)}, ${whole(size)}, ${value(JSON.stringify(metadata))},
        ${this.#now} + ${whole(this.#lifetime)}, 0, 0)
      returning ${COLUMNS}`
  }

  /** Requests that have worked on the upload before can add nothing any more. */
  interrupt(id: string): Fragment {
    return sql`update ${this.#uploads} set turn = turn + 1 where ${is(id)} returning arrived, result is not null`
  }

  takeTurn(id: string, offset: number): Fragment {
    const unfinished = sql`${is(id)} and arrived = ${whole(offset)} and result is null`
    return sql`update ${this.#uploads} set turn = turn + 1 where ${unfinished} returning turn`
  }

  arrived(id: string): Fragment {
    return sql`select arrived, result is not null from ${this.#uploads} where ${is(id)}`
  }

  /** Returns no row if another request has worked on the upload since. */
  addPart(id: string, { turn, position, bytes }: NewPart): Fragment {
    const mine = sql`${is(id)} and turn = ${whole(turn)} and arrived = ${whole(position)} and result is null`
    return sql`
      with moved as (update ${this.#uploads} set arrived = arrived + ${whole(bytes.length)} where ${mine} returning ${name('id')})
      insert into ${this.#parts} (upload_id, position, bytes) select ${name('id')}, ${whole(position)}, ${value(bytes)} from moved
      returning position`
  }

  part(id: string, position: number): Fragment {
    return sql`select bytes from ${this.#parts} where upload_id = ${value(id)} and position = ${whole(position)}`
  }

  /** Returns no row if the upload is finished or incomplete. */
  keep({ id, size }: ResumableUpload, result: string): Fragment {
    const expiry = sql`least(expires_at, ${this.#now} + ${whole(REMEMBERED)})`
    return sql`update ${this.#uploads} set result = ${value(result)}, expires_at = ${expiry} where ${isWhole(id, size)} returning arrived`
  }

  /** The statement after it shortens the parts, if this one has returned a row. */
  takeBack({ id, size }: ResumableUpload): Fragment {
    return sql`update ${this.#uploads} set arrived = arrived - 1 where ${isWhole(id, size)} returning arrived`
  }

  shortenParts({ id, size }: ResumableUpload): readonly Fragment[] {
    const last = whole(size - 1)
    const own = sql`upload_id = ${value(id)}`
    return [
      sql`delete from ${this.#parts} where ${own} and position = ${last}`,
      sql`update ${this.#parts} set bytes = substring(bytes from 1 for (${last} - position)::int)
        where ${own} and position + length(bytes) > ${last}`,
    ]
  }

  remove(id: string): Fragment {
    return sql`delete from ${this.#uploads} where ${is(id)}`
  }

  removeUnfinished(id: string): Fragment {
    return sql`${this.remove(id)} and result is null`
  }

  get any(): Fragment {
    return sql`select 1 from ${this.#uploads} union all select 1 from ${this.#parts} limit 1`
  }

  /** Uploads that have expired, unless somebody finishes them; parts and leases that nobody needs. */
  get sweep(): readonly Fragment[] {
    const held = sql`select 1 from ${this.#leases} as l where l.lease = ${value(LEASE)} || u.id and l.until > ${this.#now}`
    return [
      sql`delete from ${this.#uploads} as u where not ${this.#isCurrent} and not exists (${held})`,
      this.removeParts,
      sql`delete from ${this.#leases} as l where l.lease like ${value(`${LEASE}%`)}
        and (l.until < ${this.#now} or not exists (${this.#unfinished(sql`substring(l.lease from ${whole(LEASE.length + 1)}::int)`)}))`,
    ]
  }

  #unfinished(id: Fragment): Fragment {
    return sql`select 1 from ${this.#uploads} as u where u.id = ${id} and u.result is null`
  }

  /** Of uploads that are finished, or gone. */
  get removeParts(): Fragment {
    return sql`delete from ${this.#parts} as p where not exists (${this.#unfinished(sql`p.upload_id`)})`
  }
}

export interface NewPart {
  /** What `takeTurn` has returned. */
  readonly turn: number
  readonly position: number
  readonly bytes: Uint8Array
}

export function toUpload(row: Row): ResumableUpload {
  const [id, owner, uploader, size, metadata, expiresAt, result] = row
  return {
    ...{ id: String(id), owner: String(owner), uploader: String(uploader), size: Number(size) },
    metadata: JSON.parse(String(metadata)) as NewUpload['metadata'],
    expiresAt: Number(expiresAt),
    ...(result === null ? {} : { result: String(result) }),
  }
}

const is = (id: string): Fragment => sql`${name('id')} = ${value(id)}`
const isWhole = (id: string, size: number): Fragment => sql`${is(id)} and arrived = ${whole(size)} and result is null`
const whole = (number: number): Fragment => sql`${value(String(number))}::int8`
