/** Lets rows be inserted in any order, and as the source had them. */

import { type Fragment, name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import type { ForeignKeyDefinition } from '../../tables/desired/table-definition.ts'
import { inspectTables } from '../../tables/existing/inspect-tables.ts'
import { addForeignKey, dropIndex } from '../../tables/migrate/ddl.ts'
import type { TargetTable } from './match-tables.ts'

/** Within the transaction. The result brings the keys back, and fails if a row lacks its target. */
export async function dropForeignKeys(
  run: RunFragment,
  dialect: SqlDialect,
  schema: string,
): Promise<() => Promise<void>> {
  if (dialect.name === 'sqlite') {
    // Checked at the commit.
    await run(sql`pragma defer_foreign_keys = on`)
    return async () => {}
  }
  const keys = (await run(FOREIGN_KEYS(schema))).map(foundKey)
  for (const { of, key } of keys) await run(sql`alter table ${table(of, schema)} drop constraint ${name(key.name)}`)
  return async () => {
    for (const { of, key } of keys) await run(addForeignKey(of, key))
  }
}

interface FoundKey {
  readonly of: string
  readonly key: ForeignKeyDefinition
}

/** The tables are new, so all keys are ours: one column, the `id` of another table, and one of two actions. */
function foundKey(row: Row): FoundKey {
  const [of, key, column, target, action] = row as readonly string[]
  return {
    of: of!,
    key: { name: key!, column: column!, table: target!, onDelete: action === 'c' ? 'cascade' : 'set null' },
  }
}

const FOREIGN_KEYS = (schema: string): Fragment => sql`
  select t.relname::text, c.conname::text, a.attname::text, r.relname::text, c.confdeltype::text
  from pg_catalog.pg_constraint c
  join pg_catalog.pg_class t on t.oid = c.conrelid
  join pg_catalog.pg_class r on r.oid = c.confrelid
  join pg_catalog.pg_namespace n on n.oid = t.relnamespace
  join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
  where n.nspname = ${value(schema)}::text and c.contype = 'f'`

/** Where the source has no such unique index, its rows may contain a value twice. */
export async function dropOtherIndexes(
  run: RunFragment,
  dialect: SqlDialect,
  targets: ReadonlyMap<string, TargetTable>,
): Promise<void> {
  const content = [...targets.values()].filter(({ saved, made }) => saved.place === 'content' && !made)
  const [first] = content
  if (first === undefined) return
  const found = await inspectTables(run, dialect, first.schema)
  for (const { saved, name: of } of content) {
    const unique = found.table(of)?.indexes.filter(index => index.unique) ?? []
    for (const index of unique.filter(known => !saved.unique.includes(known.name)))
      for (const statement of dropIndex(of, index.name, dialect)) await run(statement)
  }
}
