/**
 * A table of ours whose rows are committed with the entries that they tell of. On SQLite it is in the file of the content: two files
 * are not committed together.
 */
import { schemaSuffix } from '../util/schema-suffix.ts'
import { type Fragment, literal, name, sql, table, typeName, value } from './fragment.ts'
import type { SqlDialect } from './sql-dialect.ts'

export abstract class TableBesideContent {
  protected readonly dialect: SqlDialect
  /** Where the rows are. */
  readonly place: { readonly schema: string | undefined; readonly table: string }

  /** `place`: the schema of the content. */
  constructor(dialect: SqlDialect, place: string, kind: string) {
    this.dialect = dialect
    this.place =
      dialect.name === 'sqlite'
        ? { schema: undefined, table: `sqlitepopulus_${kind}` }
        : { schema: dialect.ownSchema, table: `${kind}_${schemaSuffix(place)}` }
  }

  get exists(): Fragment {
    return this.dialect.name === 'sqlite'
      ? sql`select 1 from main.sqlite_master where type = 'table' and name = ${literal(this.place.table)}`
      : sql`select 1 from pg_catalog.pg_tables where schemaname = ${literal(this.dialect.ownSchema)} and tablename = ${literal(this.place.table)}`
  }

  protected get rows(): Fragment {
    return table(this.place.table, this.place.schema)
  }

  /** The type of columns with the ids of entries. */
  protected get entryId(): Fragment {
    return typeName(this.dialect.columnTypes.reference)
  }

  /** PostgreSQL names indexes by itself. */
  protected index(rest: string): Fragment {
    return this.dialect.name === 'sqlite' ? name(`${this.place.table}_${rest}`) : sql``
  }

  protected number(given: number): Fragment {
    return value(this.dialect.encode('biginteger', given))
  }
}
