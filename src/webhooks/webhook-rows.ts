/**
 * Webhooks are rows of Strapi's own table, so that those of an adopted project are taken over as they are. What Strapi does
 * not know of them is in a table of ours.
 */

import { WEBHOOK_OPTIONS_TABLE } from '../schema/own-table-names.ts'
import { asId, type Fragment, name, sql, table, value } from '../sql/fragment.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'
import type { Row } from '../sql/statement.ts'
import type { Database } from '../storage/database.ts'
import { readingFrom } from '../storage/run-fragment.ts'
import { parsedJson } from '../util/json/parsed-json.ts'
import type { Webhook } from './webhook.ts'

const WEBHOOKS = 'strapi_webhooks'

/** As the log of changed tables names them. */
function webhookTables({ ownSchema }: SqlDialect): readonly string[] {
  return [WEBHOOKS, `${ownSchema}.${WEBHOOK_OPTIONS_TABLE}`]
}

const options = ({ ownSchema }: SqlDialect): Fragment => table(WEBHOOK_OPTIONS_TABLE, ownSchema)
const idOf = (dialect: SqlDialect, id: number): Fragment => asId(value(dialect.encode('integer', id)))

/** Rows for `toWebhook`. */
export function selectWebhooks(dialect: SqlDialect, id?: number): Fragment {
  const only = id === undefined ? sql`` : sql` where w.id = ${idOf(dialect, id)}`
  return sql`
    select w.id, w.name, w.url, w.headers, w.events, w.enabled, o.types, o.secret, o.old_secret, o.old_until, o.batch
    from ${table(WEBHOOKS)} as w left join ${options(dialect)} as o on o.webhook_id = w.id${only} order by w.id`
}

/** The ids of those that are switched off. */
export function selectDisabled(): Fragment {
  return sql`select id from ${table(WEBHOOKS)} where enabled is not true`
}

export function toWebhook(row: Row): Webhook {
  const [id, title, url, headers, events, enabled, types, secret, former, until, batch] = row
  const old = typeof former === 'string' ? [former] : []
  return Object.freeze({
    id: Number(id),
    name: String(title ?? ''),
    url: String(url ?? ''),
    headers: textRecord(json(headers)),
    events: textsIn(json(events)),
    enabled: enabled === true || enabled === 1,
    types: textsIn(json(types)),
    batch: Number(batch ?? 0),
    secrets: typeof secret === 'string' ? [secret, ...old] : [],
    oldUntil: Number(until ?? 0),
  })
}

type Stored = Pick<Webhook, 'name' | 'url' | 'headers' | 'events' | 'enabled'>

/** Returns the id. */
export function insertWebhook(dialect: SqlDialect, given: Stored): Fragment {
  const { title, url, headers, events, enabled } = bound(dialect, given)
  return sql`insert into ${table(WEBHOOKS)} (${name('name')}, url, headers, events, enabled)
    values (${title}, ${url}, ${headers}, ${events}, ${enabled}) returning id`
}

export function updateWebhook(dialect: SqlDialect, id: number, given: Stored): Fragment {
  const { title, url, headers, events, enabled } = bound(dialect, given)
  return sql`update ${table(WEBHOOKS)} set ${name('name')} = ${title}, url = ${url}, headers = ${headers},
    events = ${events}, enabled = ${enabled} where id = ${idOf(dialect, id)}`
}

function bound(dialect: SqlDialect, { name: title, url, headers, events, enabled }: Stored) {
  return {
    title: value(title),
    url: value(url),
    headers: value(dialect.encode('json', JSON.stringify(headers))),
    events: value(dialect.encode('json', JSON.stringify(events))),
    enabled: value(enabled),
  }
}

export function deleteWebhook(dialect: SqlDialect, id: number): readonly Fragment[] {
  const gone = idOf(dialect, id)
  return [
    sql`delete from ${table(WEBHOOKS)} where id = ${gone}`,
    sql`delete from ${options(dialect)} where webhook_id = ${gone}`,
  ]
}

export interface WebhookOptions extends Pick<Webhook, 'types' | 'batch'> {
  readonly secret: string | null
  readonly oldSecret: string | null
  readonly oldUntil: number
}

export function storeOptions(dialect: SqlDialect, id: number, given: WebhookOptions): Fragment {
  const until = value(dialect.encode('biginteger', given.oldUntil))
  const batch = value(dialect.encode('integer', given.batch))
  return sql`
    insert into ${options(dialect)} (webhook_id, types, batch, secret, old_secret, old_until)
    values (${idOf(dialect, id)}, ${value(JSON.stringify(given.types))}, ${batch}, ${value(given.secret)}, ${value(given.oldSecret)}, ${until})
    on conflict (webhook_id) do update set types = excluded.types, batch = excluded.batch, secret = excluded.secret,
      old_secret = excluded.old_secret, old_until = excluded.old_until`
}

/** Drivers return JSON as a string or as its value. */
const json = (stored: unknown): unknown => (typeof stored === 'string' ? parsedJson(stored) : stored)

function textsIn(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.filter(each => typeof each === 'string') : []
}

function textRecord(given: unknown): Readonly<Record<string, string>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {}
  return Object.fromEntries(
    Object.entries(given).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

/** The webhooks of the database, read again when they have changed. */
export class KnownWebhooks {
  readonly #database: Database
  readonly #tables: readonly string[]
  #version = -1
  #known: Promise<readonly Webhook[]> = Promise.resolve([])

  constructor(database: Database) {
    this.#database = database
    this.#tables = webhookTables(database.dialect)
  }

  /** As far as this process knows. */
  async list(): Promise<readonly Webhook[]> {
    const version = this.#database.versions.latest(this.#tables)
    if (version !== this.#version) {
      this.#version = version
      this.#known = this.#load()
      // The next one asks again.
      this.#known.catch(() => {
        this.#version = -1
      })
    }
    return this.#known
  }

  async #load(): Promise<readonly Webhook[]> {
    const rows = await readingFrom(this.#database)(selectWebhooks(this.#database.dialect))
    return rows.map(toWebhook)
  }
}
