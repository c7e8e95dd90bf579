/**
 * What is to be sent, and what was sent. On SQLite these rows are in the file of the content, as the feed of changes is: two
 * files are not committed together.
 */

import { type Fragment, join, literal, name, sql, value } from '../sql/fragment.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'
import type { Row } from '../sql/statement.ts'
import { TableBesideContent } from '../sql/table-beside-content.ts'
import { BATCH_TYPE } from './batch.ts'
import type { Delivery, DeliveryResult, DeliveryState, NewDelivery } from './delivery.ts'
import { selectDisabled } from './webhook-rows.ts'

/** `payload`: what is read of it. */
function columns(payload: Fragment): Fragment {
  return sql`id, webhook_id, event, uid, entry_id, ${payload}, created_at, state, attempts, next_at, status, answer, duration, sent_at`
}

const COLUMNS = columns(sql`payload`)

/** In a list, so much of a payload is enough: one alone may be larger than a page of others. In characters. */
const SHOWN = 10_000

export class DeliveryStore extends TableBesideContent {
  /** `place`: the schema of the content. */
  constructor(dialect: SqlDialect, place: string) {
    super(dialect, place, 'deliveries')
  }

  get create(): readonly Fragment[] {
    const isSqlite = this.dialect.name === 'sqlite'
    const id = isSqlite ? sql`integer primary key autoincrement` : sql`bigint generated always as identity primary key`
    return [
      sql`create table ${this.rows} (
        id ${id}, webhook_id ${this.entryId} not null, event varchar(255) not null, uid varchar(255) not null,
        entry_id ${this.entryId} not null, payload text not null, created_at bigint not null, state varchar(20) not null,
        attempts integer not null, next_at bigint not null, status integer, answer text, duration integer, sent_at bigint
      )`,
      sql`create index ${this.index('due')} on ${this.rows} (next_at) where state = 'waiting'`,
      sql`create index ${this.index('order')} on ${this.rows} (webhook_id, uid, entry_id, id) where state = 'waiting'`,
      sql`create index ${this.index('log')} on ${this.rows} (webhook_id, id)`,
    ]
  }

  insert(given: readonly NewDelivery[]): readonly Fragment[] {
    return given.map(({ webhook, event, type, id, payload, at }) => {
      const moment = this.number(at)
      return sql`insert into ${this.rows}
        (webhook_id, event, uid, entry_id, payload, created_at, state, attempts, next_at)
        values (${this.number(webhook)}, ${value(event)}, ${value(type)}, ${this.number(id)}, ${value(payload)}, ${moment},
          'waiting', 0, ${moment})`
    })
  }

  /**
   * Those whose turn it is: the first one of each entry that was not delivered yet. A delivery with several events has its turn
   * after all those before it, and before all those after it.
   */
  due(now: number, most: number, without: Excluded): Fragment {
    const batch = value(BATCH_TYPE)
    const earlier = (which: Fragment) => sql`exists (
      select 1 from ${this.rows} as e where e.state = 'waiting' and e.webhook_id = d.webhook_id and e.id < d.id${which}
    )`
    return sql`select ${COLUMNS} from ${this.rows} as d where state = 'waiting' and next_at <= ${this.number(now)}
      and not ${earlier(sql` and e.uid = d.uid and e.entry_id = d.entry_id`)}
      and not ${earlier(sql` and e.uid = ${batch}`)} and (d.uid <> ${batch} or not ${earlier(sql``)})
      ${this.#notIn('webhook_id', without.webhooks)}${this.#notIn('id', without.deliveries)}
      order by next_at, id limit ${literal(most)}`
  }

  /** One row: when the next one is due; null if none waits. `without`: webhooks. */
  nextDue(without: readonly number[]): Fragment {
    return sql`select min(next_at) from ${this.rows} where state = 'waiting'${this.#notIn('webhook_id', without)}`
  }

  /** Returns the id; nothing if another server has recorded an attempt since the delivery was read. */
  settle({ id, attempts }: Delivery, result: DeliveryResult): Fragment {
    const { state, status, answer, duration, sentAt, nextAt } = result
    const seen = this.number(attempts)
    return sql`update ${this.rows} set state = ${value(state)}, attempts = attempts + 1, next_at = ${this.number(nextAt)},
      status = ${status === null ? sql`null` : this.number(status)}, answer = ${value(answer)},
      duration = ${this.number(duration)}, sent_at = ${this.number(sentAt)}
      where id = ${this.number(id)} and state = 'waiting' and attempts = ${seen} returning id`
  }

  /** The later ones of the entry wait for this one, and nobody has to look at them before. */
  postponeLater({ webhook, type, entry }: Delivery, nextAt: number): Fragment {
    const next = this.number(nextAt)
    const ofEntry = sql` and uid = ${value(type)} and entry_id = ${this.number(entry)}`
    return sql`update ${this.rows} set next_at = ${next} where state = 'waiting' and next_at < ${next}
      and webhook_id = ${this.number(webhook)}${type === BATCH_TYPE ? sql`` : ofEntry}`
  }

  /** Once more, with all its attempts; not while it waits for the next one. */
  again(webhook: number, id: number, now: number): Fragment {
    const moment = this.number(now)
    return sql`insert into ${this.rows} (webhook_id, event, uid, entry_id, payload, created_at, state, attempts, next_at)
      select webhook_id, event, uid, entry_id, payload, cast(${moment} as bigint), 'waiting', 0, cast(${moment} as bigint) from ${this.rows}
      where id = ${this.number(id)} and webhook_id = ${this.number(webhook)} and state <> 'waiting' returning id`
  }

  /** It is sent now if it waits, with what keeps its place in the order before and after it. */
  hasten(webhook: number, id: number, now: number): Fragment {
    const batch = value(BATCH_TYPE)
    const moment = this.number(now)
    return sql`update ${this.rows} as r set next_at = ${moment}
      where r.state = 'waiting' and r.webhook_id = ${this.number(webhook)} and r.next_at > ${moment} and exists (
        select 1 from ${this.rows} as d where d.id = ${this.number(id)} and d.state = 'waiting' and d.webhook_id = r.webhook_id
          and (d.uid = ${batch} or r.uid = ${batch} or (d.uid = r.uid and d.entry_id = r.entry_id))
      )`
  }

  /** The newest first. */
  list(webhook: number, { before, state, limit }: DeliveryFilter): Fragment {
    const older = before === undefined ? sql`` : sql` and id < ${this.number(before)}`
    const of = state === undefined ? sql`` : sql` and state = ${value(state)}`
    const beginning = columns(sql`substr(payload, 1, ${literal(SHOWN)})`)
    return sql`select ${beginning} from ${this.rows} where webhook_id = ${this.number(webhook)}${older}${of}
      order by id desc limit ${literal(limit)}`
  }

  find(webhook: number, id: number): Fragment {
    return sql`select ${COLUMNS} from ${this.rows}
      where id = ${this.number(id)} and webhook_id = ${this.number(webhook)}`
  }

  deleteOf(webhook: number): Fragment {
    return sql`delete from ${this.rows} where webhook_id = ${this.number(webhook)}`
  }

  /** Those that nobody waits for, and those whose webhook is switched off. */
  dropBefore(moment: number): Fragment {
    return sql`delete from ${this.rows} where created_at < ${this.number(moment)}
      and (state <> 'waiting' or webhook_id in (${selectDisabled()}))`
  }

  #notIn(column: string, given: readonly number[]): Fragment {
    return given.length === 0 ? sql`` : sql` and ${name(column)} not in (${join(given.map(each => this.number(each)))})`
  }
}

/** Ids. */
interface Excluded {
  readonly webhooks: readonly number[]
  readonly deliveries: readonly number[]
}

export interface DeliveryFilter {
  readonly before?: number | undefined
  readonly state?: DeliveryState | undefined
  readonly limit: number
}

export function toDelivery(row: Row): Delivery {
  const [id, webhook, event, type, entry, payload, createdAt, state, attempts, nextAt, status, answer, ...rest] = row
  const [duration, sentAt] = rest.map(each => (each === null ? null : Number(each)))
  return Object.freeze({
    id: Number(id),
    webhook: Number(webhook),
    event: String(event),
    type: String(type),
    entry: Number(entry),
    payload: String(payload),
    createdAt: Number(createdAt),
    state: state as DeliveryState,
    attempts: Number(attempts),
    nextAt: Number(nextAt),
    status: status === null ? null : Number(status),
    answer: answer === null ? null : String(answer),
    duration: duration ?? null,
    sentAt: sentAt ?? null,
  })
}
