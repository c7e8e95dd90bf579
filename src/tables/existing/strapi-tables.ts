/** Tables that Strapi keeps in addition to the content model's. */
import type { ColumnKind } from '../../schema/column-kind.ts'
import { ID_COLUMN, type TableDefinition } from '../desired/table-definition.ts'

export const CORE_STORE = 'strapi_core_store_settings'

function plainTable(name: string, columns: Readonly<Record<string, ColumnKind>>): TableDefinition {
  const rest = Object.entries(columns).map(([column, kind]) => ({ name: column, kind }))
  return { name, columns: [ID_COLUMN, ...rest], indexes: [], foreignKeys: [] }
}

export const STRAPI_TABLES: readonly TableDefinition[] = Object.freeze([
  plainTable('strapi_migrations', { name: 'varchar', time: 'datetime' }),
  plainTable('strapi_database_schema', { schema: 'json', time: 'datetime', hash: 'varchar' }),
  plainTable(CORE_STORE, { key: 'varchar', value: 'text', type: 'varchar', environment: 'varchar', tag: 'varchar' }),
  plainTable('strapi_webhooks', { name: 'varchar', url: 'text', headers: 'json', events: 'json', enabled: 'boolean' }),
])
