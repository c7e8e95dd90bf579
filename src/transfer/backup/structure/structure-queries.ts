/** How each database tells what its tables are made of. */
import { type Fragment, sql, value } from '../../../sql/fragment.ts'
import type { SqlDialect } from '../../../sql/sql-dialect.ts'

interface StructureQueries {
  /** Rows: (table, column, type, required, default, counted, place in the primary key, generated). */
  readonly columns: (schema: string) => Fragment
  readonly keys: (schema: string) => Fragment
  /** Rows: (what is left out). */
  readonly others: (schema: string) => Fragment
}

export const STRUCTURE_QUERIES: Readonly<Record<SqlDialect['name'], StructureQueries>> = {
  sqlite: {
    columns: schema => sql`
      select t.name, c.name, c.type, c."notnull", c.dflt_value,
        c.pk = 1 and lower(c.type) = 'integer' and instr(lower(m.sql), 'autoincrement') > 0, c.pk, c.hidden in (2, 3)
      from pragma_table_list t, pragma_table_xinfo(t.name, t.schema) c
      left join sqlite_master m on m.type = 'table' and m.name = t.name
      where t.schema = ${value(schema)} and t.type = 'table' and t.name not like 'sqlite%'`,
    keys: schema => sql`
      select t.name, f.id, null, f."from", f."table", f."to", f.on_delete, f.on_update
      from pragma_table_list t, pragma_foreign_key_list(t.name, t.schema) f
      where t.schema = ${value(schema)} and t.type = 'table' order by t.name, f.id, f.seq`,
    others: schema => sql`
      select 'the ' || m.type || ' ' || m.name from sqlite_master m
      where ${value(schema)} = 'main' and m.type in ('view', 'trigger') and m.name not like 'populus%' and m.name not like 'sqlitepopulus%'
      union all
      select 'the index ' || i.name || ' of ' || t.name || ', which covers only some rows or an expression'
      from pragma_table_list t, pragma_index_list(t.name, t.schema) i
      where t.schema = ${value(schema)} and t.type = 'table' and t.name not like 'sqlite%' and (i.partial = 1 or exists (
        select 1 from pragma_index_info(i.name, t.schema) c where c.name is null))`,
  },
  postgres: {
    columns: schema => sql`
      select t.relname::text, a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
        case when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
        pg_get_serial_sequence(format('%I.%I', n.nspname, t.relname), a.attname) is not null,
        coalesce(array_position(p.indkey::int2[], a.attnum) + 1, 0), a.attgenerated <> ''
      from pg_catalog.pg_class t
      join pg_catalog.pg_namespace n on n.oid = t.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_catalog.pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
      left join pg_catalog.pg_index p on p.indrelid = t.oid and p.indisprimary
      where n.nspname = ${value(schema)}::text and t.relkind in ('r', 'p')`,
    keys: schema => sql`
      select t.relname::text, c.oid::text, c.conname::text, a.attname::text, r.relname::text, b.attname::text,
        c.confdeltype::text, c.confupdtype::text
      from pg_catalog.pg_constraint c
      join pg_catalog.pg_class t on t.oid = c.conrelid
      join pg_catalog.pg_class r on r.oid = c.confrelid
      join pg_catalog.pg_namespace n on n.oid = t.relnamespace
      join lateral unnest(c.conkey, c.confkey) with ordinality k(own, target, position) on true
      join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum = k.own
      join pg_catalog.pg_attribute b on b.attrelid = r.oid and b.attnum = k.target
      where n.nspname = ${value(schema)}::text and r.relnamespace = t.relnamespace and c.contype = 'f'
      order by t.relname, c.conname, k.position`,
    others: schema => sql`
      select case t.relkind when 'v' then 'the view ' when 'm' then 'the view ' else 'the table ' end || t.relname
      from pg_catalog.pg_class t join pg_catalog.pg_namespace n on n.oid = t.relnamespace
      where n.nspname = ${value(schema)}::text and t.relkind in ('v', 'm', 'f') and not exists (
        select from pg_catalog.pg_depend d
        where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = t.oid and d.deptype = 'e')
      union all
      select 'the trigger ' || g.tgname || ' of ' || t.relname from pg_catalog.pg_trigger g
      join pg_catalog.pg_class t on t.oid = g.tgrelid join pg_catalog.pg_namespace n on n.oid = t.relnamespace
      where n.nspname = ${value(schema)}::text and not g.tgisinternal and g.tgname not like 'populus%'
      union all
      select 'the check ' || c.conname || ' of ' || t.relname from pg_catalog.pg_constraint c
      join pg_catalog.pg_class t on t.oid = c.conrelid join pg_catalog.pg_namespace n on n.oid = t.relnamespace
      where n.nspname = ${value(schema)}::text and c.contype in ('c', 'x')
      union all
      select 'the index ' || i.relname || ' of ' || t.relname || ', which covers only some rows or an expression'
      from pg_catalog.pg_index x join pg_catalog.pg_class t on t.oid = x.indrelid
      join pg_catalog.pg_class i on i.oid = x.indexrelid join pg_catalog.pg_namespace n on n.oid = t.relnamespace
      where n.nspname = ${value(schema)}::text and (x.indpred is not null or x.indexprs is not null)`,
  },
}
