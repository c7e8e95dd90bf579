/** Strapi's settings table: a JSON value for each key. */

import type { ColumnKind } from '../schema/column-kind.ts'
import { type Fragment, join, name, sql, table, value } from '../sql/fragment.ts'
import type { RunFragment } from '../storage/run-fragment.ts'
import { parsedJson } from '../util/json/parsed-json.ts'
import { ID_COLUMN, type TableDefinition } from './desired/table-definition.ts'

/** Rows `(value)`: one row or none. */
export function selectCoreStore(key: string): Fragment {
  return sql`select ${name('value')} from ${table(CORE_STORE)} where ${name('key')} = ${value(key)}`
}

/** The parsed value; `undefined` if it is missing or not valid JSON. */
export async function readCoreStore(run: RunFragment, key: string): Promise<unknown> {
  const rows = await run(selectCoreStore(key))
  return parsedJson(rows[0]?.[0])
}

export async function addToCoreStore(run: RunFragment, key: string, content: unknown): Promise<void> {
  await run(sql`
    insert into ${table(CORE_STORE)} (${name('key')}, ${name('value')}, ${name('type')})
    values (${value(key)}, ${value(JSON.stringify(content))}, ${value(typeof content)})`)
}

/** Replaces the existing value, if any. */
export async function setCoreStore(run: RunFragment, key: string, content: unknown): Promise<void> {
  const changed = await run(sql`
    update ${table(CORE_STORE)} set ${name('value')} = ${value(JSON.stringify(content))}
    where ${name('key')} = ${value(key)} returning ${name('id')}`)
  if (changed.length === 0) await addToCoreStore(run, key, content)
}

export async function deleteCoreStore(run: RunFragment, key: string): Promise<void> {
  await run(sql`delete from ${table(CORE_STORE)} where ${name('key')} = ${value(key)}`)
}

/** A row of the table. */
export interface CoreStoreEntry {
  readonly key: string
  readonly value: unknown
  readonly type: string | null
  readonly environment: string | null
  readonly tag: string | null
}

/** Every row whose value is valid JSON. */
export async function listCoreStore(run: RunFragment): Promise<readonly CoreStoreEntry[]> {
  const columns = join(['key', 'value', 'type', 'environment', 'tag'].map(name))
  const rows = await run(sql`select ${columns} from ${table(CORE_STORE)} order by id`)
  return rows.flatMap(([key, stored, type, environment, tag]) => {
    try {
      const [of, env, mark] = [type, environment, tag].map(text => (text === null ? null : String(text)))
      return [
        { key: String(key), value: JSON.parse(String(stored)) as unknown, type: of!, environment: env!, tag: mark! },
      ]
    } catch {
      return []
    }
  })
}

/** Replaces the row with this key, if any. */
export async function putCoreStore(run: RunFragment, entry: CoreStoreEntry): Promise<void> {
  const { key, value: content, type, environment, tag } = entry
  await setCoreStore(run, key, content)
  await run(sql`
    update ${table(CORE_STORE)} set ${name('type')} = ${value(type)}, ${name('environment')} = ${value(environment)},
    ${name('tag')} = ${value(tag)} where ${name('key')} = ${value(key)}`)
}

export const CORE_STORE = 'strapi_core_store_settings'
/** Before the keys under which Strapi stores "Configure the view": `...content_types::api::article.article`. */
export const VIEW_KEYS = 'plugin_content_manager_configuration_'

function plainTable(name: string, columns: Readonly<Record<string, ColumnKind>>): TableDefinition {
  const rest = Object.entries(columns).map(([column, kind]) => ({ name: column, kind }))
  return { name, columns: [ID_COLUMN, ...rest], indexes: [], foreignKeys: [] }
}

/** Tables that Strapi keeps in addition to the content model's. */
export const STRAPI_TABLES: readonly TableDefinition[] = Object.freeze([
  plainTable('strapi_migrations', { name: 'varchar', time: 'datetime' }),
  plainTable('strapi_database_schema', { schema: 'json', time: 'datetime', hash: 'varchar' }),
  plainTable(CORE_STORE, { key: 'varchar', value: 'text', type: 'varchar', environment: 'varchar', tag: 'varchar' }),
  plainTable('strapi_webhooks', { name: 'varchar', url: 'text', headers: 'json', events: 'json', enabled: 'boolean' }),
])
