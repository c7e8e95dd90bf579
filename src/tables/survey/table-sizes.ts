/** How many bytes each table takes, with its indexes. */
import { type Fragment, sql, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'

/** Rows: (table, bytes). `schema` is that of the content. */
export function selectTableSizes({ name }: Pick<SqlDialect, 'name'>, schema: string): Fragment {
  return SIZES[name](schema)
}

const SIZES: Readonly<Record<SqlDialect['name'], (schema: string) => Fragment>> = {
  sqlite: schema => sql`
    select t.tbl_name, sum(s.pgsize) from dbstat s join sqlite_schema t on t.name = s.name
    where s.schema = ${value(schema)} and s.aggregate = 1 group by t.tbl_name`,
  postgres: schema => sql`
    select c.relname, pg_total_relation_size(c.oid) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${value(schema)} and c.relkind in ('r', 'p')`,
}
