/** What a MySQL or MariaDB database contains: tables with their columns, indexes and foreign keys. */

export interface MysqlColumn {
  readonly name: string
  /** `int`, `varchar`, `datetime` ... */
  readonly type: string
  /** With its arguments: `tinyint(1)`. */
  readonly fullType: string
  readonly autoIncrement: boolean
  /** JSON, also where the server stores it as text. */
  readonly json: boolean
  /** Longest text, in characters. */
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
}

export interface MysqlIndex {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique: boolean
  /** It covers only the beginnings of values, or expressions. */
  readonly partial: boolean
}

export interface MysqlKey {
  readonly name: string
  readonly columns: readonly string[]
  readonly table: string
  readonly targetColumns: readonly string[]
  readonly onDelete: string
}

export interface MysqlTable {
  readonly name: string
  /** Only InnoDB tables can be read at one moment while others write. */
  readonly engine: string
  readonly columns: readonly MysqlColumn[]
  /** Without the primary key. */
  readonly indexes: readonly MysqlIndex[]
  readonly primaryKey: readonly string[]
  readonly foreignKeys: readonly MysqlKey[]
  /** The last id that was given to a row, which may be gone; 0 if none was. */
  readonly lastId: number
}

/** Values as the server writes them. */
export type MysqlRow = readonly (string | null)[]

export type MysqlQuery = (text: string) => Promise<readonly MysqlRow[]>

const PRIMARY = 'PRIMARY'

/** In the order of their names. */
export async function inspectMysql(query: MysqlQuery): Promise<readonly MysqlTable[]> {
  const tables = await query(`
    select table_name, engine, auto_increment from information_schema.tables
    where table_schema = database() and table_type = 'BASE TABLE' order by table_name`)
  const columns = groupByTable(await query(COLUMNS))
  const json = await jsonColumns(query)
  const indexes = groupByTable(await query(INDEXES))
  const keys = groupByTable(await query(FOREIGN_KEYS))
  return tables.map(([name, engine, next]) => {
    const found = indexesOf(indexes.get(name!) ?? [])
    return Object.freeze({
      name: name!,
      engine: engine ?? '',
      columns: (columns.get(name!) ?? []).map(row => columnOf(row, json)),
      indexes: found.filter(index => index.name !== PRIMARY),
      primaryKey: found.find(index => index.name === PRIMARY)?.columns ?? [],
      foreignKeys: keysOf(keys.get(name!) ?? []),
      lastId: Math.max(0, Number(next ?? 1) - 1),
    })
  })
}

const COLUMNS = `
  select table_name, column_name, data_type, column_type, extra, character_maximum_length, numeric_precision, numeric_scale
  from information_schema.columns where table_schema = database() order by table_name, ordinal_position`

const INDEXES = `
  select table_name, index_name, non_unique, column_name, sub_part
  from information_schema.statistics where table_schema = database() order by table_name, index_name, seq_in_index`

const FOREIGN_KEYS = `
  select k.table_name, k.constraint_name, k.column_name, k.referenced_table_name, k.referenced_column_name, r.delete_rule
  from information_schema.key_column_usage k
  join information_schema.referential_constraints r
    on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name and r.table_name = k.table_name
  where k.table_schema = database() and k.referenced_table_schema = database()
  order by k.table_name, k.constraint_name, k.ordinal_position`

function groupByTable(rows: readonly MysqlRow[]): ReadonlyMap<string, readonly MysqlRow[]> {
  const groups = new Map<string, MysqlRow[]>()
  for (const row of rows) {
    const group = groups.get(row[0]!) ?? []
    groups.set(row[0]!, group)
    group.push(row)
  }
  return groups
}

/** MariaDB stores JSON as text with a check. Its older releases, and MySQL, have no such list: `null` gives no column. */
async function jsonColumns(query: MysqlQuery): Promise<ReadonlySet<string>> {
  const checks = await query(`
    select table_name, check_clause from information_schema.check_constraints where constraint_schema = database()`).catch(
    () => [],
  )
  return new Set(
    checks.flatMap(([table, clause]) => {
      const [, column] = /^\(*json_valid\(`((?:[^`]|``)+)`\)\)*$/i.exec(clause ?? '') ?? []
      return column === undefined ? [] : [`${table}\n${column.replaceAll('``', '`')}`]
    }),
  )
}

function columnOf(row: MysqlRow, json: ReadonlySet<string>): MysqlColumn {
  const [table, name, type, fullType, extra, length, precision, scale] = row
  const number = (text: string | null | undefined) => (text === null || text === undefined ? null : Number(text))
  return Object.freeze({
    name: name!,
    type: type!.toLowerCase(),
    fullType: fullType!.toLowerCase(),
    autoIncrement: /auto_increment/i.test(extra ?? ''),
    json: type!.toLowerCase() === 'json' || json.has(`${table}\n${name}`),
    length: number(length),
    precision: number(precision),
    scale: number(scale),
  })
}

function indexesOf(rows: readonly MysqlRow[]): readonly MysqlIndex[] {
  const names = [...new Set(rows.map(row => row[1]!))]
  return names.map(name => {
    const parts = rows.filter(row => row[1] === name)
    return Object.freeze({
      name,
      columns: parts.map(row => row[3] ?? ''),
      unique: parts[0]?.[2] === '0',
      partial: parts.some(row => row[3] === null || row[4] !== null),
    })
  })
}

function keysOf(rows: readonly MysqlRow[]): readonly MysqlKey[] {
  const names = [...new Set(rows.map(row => row[1]!))]
  return names.map(name => {
    const parts = rows.filter(row => row[1] === name)
    const [, , , table, , onDelete] = parts[0]!
    return Object.freeze({
      name,
      columns: parts.map(row => row[2]!),
      table: table!,
      targetColumns: parts.map(row => row[4]!),
      onDelete: onDelete!.toLowerCase(),
    })
  })
}
