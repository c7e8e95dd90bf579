/**
 * Columns in which the database may find different texts equal, such as those of the type `citext`, or with a collation that ignores
 * case. What is compared in memory compares characters, so that their texts are left to the database.
 */
import type { Attribute, Model, Schema } from '../../schema/schema.ts'
import { type Fragment, join, literal, name, sql, table as tableName, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import type { FoundTables } from './inspect-tables.ts'
import { storedName } from './stored-name.ts'

interface Place {
  readonly run: RunFragment
  readonly found: FoundTables
  readonly dialect: SqlDialect
  /** The schema of the content. */
  readonly place: string
}

/** The schema, whose attributes know it. */
export async function withOwnComparisons(schema: Schema, place: Place): Promise<Schema> {
  const { run, dialect } = place
  const models = [...schema.types.values(), ...schema.components.values()]
  const columns = dialect.name === 'postgres' ? await run(unlikeText(place.place)) : await inSqlite(models, place)
  if (columns.length === 0) return schema
  const keys = new Set(columns.map(([table, column]) => keyOf(String(table), String(column))))
  const marked = <M extends Model>(model: M): M => {
    const compared = ({ kind, ...attribute }: Attribute) =>
      kind === 'scalar' &&
      'column' in attribute &&
      attribute.column !== null &&
      keys.has(keyOf(storedName(model.tableName, dialect), storedName(String(attribute.column), dialect)))
    const attributes = [...model.attributes].map(([of, attribute]): [string, Attribute] => [
      of,
      compared(attribute) ? Object.freeze({ ...attribute, comparedByDatabase: true } as Attribute) : attribute,
    ])
    return Object.freeze<M>({ ...model, attributes: new Map(attributes) })
  }
  return Object.freeze({
    ...schema,
    types: new Map([...schema.types].map(([uid, type]) => [uid, marked(type)])),
    components: new Map([...schema.components].map(([uid, component]) => [uid, marked(component)])),
  })
}

const keyOf = (table: string, column: string): string => `${table}\n${column}`

type Columns = readonly (readonly unknown[])[]

/** Rows: (table, column). Only columns of texts have a collation. */
function unlikeText(schema: string): Fragment {
  return sql`
    select t.relname::text, a.attname::text from pg_catalog.pg_attribute a
    join pg_catalog.pg_class t on t.oid = a.attrelid
    join pg_catalog.pg_namespace n on n.oid = t.relnamespace
    join pg_catalog.pg_collation c on c.oid = a.attcollation
    where n.nspname = ${value(schema)}::text and t.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and (not c.collisdeterministic
        or a.atttypid not in ('pg_catalog.text'::regtype, 'pg_catalog.varchar'::regtype))`
}

/** SQLite tells nobody the collation of a column, but compares by it. Few tables have one at all. */
async function inSqlite(models: readonly Model[], { run, found }: Place): Promise<Columns> {
  const named = await run(sql`select name from sqlite_schema where type = 'table' and sql like '%collate%'`)
  const tables = new Set(named.map(([table]) => String(table)))
  const columns: (readonly [string, string])[] = []
  for (const { tableName: table, attributes } of models) {
    if (!tables.has(table)) continue
    const own = [...attributes.values()].flatMap(attribute =>
      attribute.kind === 'scalar' && attribute.column !== null && found.hasColumn(table, attribute.column)
        ? [attribute.column]
        : [],
    )
    const [row = []] =
      own.length === 0 ? [] : await run(sql`select ${join(own.map(column => isUnlike(table, column)))}`)
    own.forEach((column, index) => {
      if (Number(row[index]) !== 0) columns.push([table, column])
    })
  }
  return columns
}

/** Whether a text of the column would equal another one: in other letters, or with a space at its end. */
function isUnlike(table: string, column: string): Fragment {
  const text = sql`select ${name(column)} as x from ${tableName(table)} where ${literal(0)} union all select 'a'`
  return sql`exists (select ${literal(1)} from (${text}) as p where p.x = 'A' or p.x = 'a ')`
}
