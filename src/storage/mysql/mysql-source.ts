/**
 * One moment of a MySQL or MariaDB database, to be copied. The session is read-only, so it cannot change anything. The
 * driver is loaded when it is needed.
 */
import type { Connection, RowDataPacket } from 'mysql2/promise'
import { StartError } from '../../errors.ts'
import { type MysqlAddress, mysqlText } from './mysql-address.ts'
import { inspectMysql, type MysqlRow, type MysqlTable } from './mysql-tables.ts'

export interface MysqlSource {
  readonly tables: readonly MysqlTable[]
  count(table: MysqlTable): Promise<number>
  /** All rows, some at a time, in the order of their ids. Values are text as the server writes it; bytes are hexadecimal. */
  pages(table: MysqlTable): AsyncGenerator<readonly MysqlRow[]>
  close(): Promise<void>
}

/** Rows that are read at once; fewer if they are large. */
const MOST_ROWS = 1000
const FIRST_ROWS = 50
const PAGE_CHARACTERS = 1 << 20

/** Not every server knows all of these. Without them it may give up on a slow reader, or give an outdated last id. */
const WISHES = [
  'set session net_write_timeout = 3600',
  'set session wait_timeout = 28800',
  'set session information_schema_stats_expiry = 0',
]

export async function openMysqlSource(address: MysqlAddress): Promise<MysqlSource> {
  const connection = await connect(address)
  const query = async (text: string) => (await connection.query<RowDataPacket[]>(text))[0] as unknown as MysqlRow[]
  try {
    for (const wish of WISHES) await connection.query(wish).catch(() => {})
    await connection.query('set session transaction isolation level repeatable read')
    await connection.query('start transaction with consistent snapshot, read only')
    const tables = await inspectMysql(query)
    return {
      tables,
      count: async ({ name }) => Number((await query(`select count(*) from ${quoted(name)}`))[0]![0]),
      pages: table => (isPaged(table) ? pagesById(query, table) : streamed(connection, table)),
      close: () => connection.end(),
    }
  } catch (error) {
    await connection.end()
    throw error
  }
}

async function connect(address: MysqlAddress): Promise<Connection> {
  const { createConnection } = await import('mysql2/promise')
  const { ssl, ...rest } = address
  try {
    return await createConnection({
      ...rest,
      ...(ssl === null ? {} : { ssl }),
      charset: 'utf8mb4',
      rowsAsArray: true,
      // The text of every value is exact; the driver's own conversions are not.
      typeCast: field => field.string('utf8'),
      connectTimeout: 10_000,
    })
  } catch (error) {
    throw new StartError(`Cannot open the database ${mysqlText(address)}`, [(error as Error).message || 'no answer'])
  }
}

const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``

const isPaged = ({ primaryKey, columns }: MysqlTable): boolean =>
  primaryKey.length === 1 &&
  primaryKey[0] === 'id' &&
  columns.some(({ name, type }) => name === 'id' && /int$/.test(type))

const BYTES = /(blob|binary)$/

function selectAll({ name, columns }: MysqlTable): string {
  const values = columns.map(({ name: column, type }) => {
    if (BYTES.test(type)) return `hex(${quoted(column)})`
    return type === 'bit' ? `${quoted(column)} + 0` : quoted(column)
  })
  return `select ${values.join(', ')} from ${quoted(name)}`
}

/** The server need not wait for us between two pages, however long we take. */
async function* pagesById(
  query: (text: string) => Promise<readonly MysqlRow[]>,
  table: MysqlTable,
): AsyncGenerator<readonly MysqlRow[]> {
  const idAt = table.columns.findIndex(column => column.name === 'id')
  let rows = FIRST_ROWS
  for (let last = ''; ; ) {
    const after = last === '' ? '' : `where id > ${BigInt(last)}`
    const page = await query(`${selectAll(table)} ${after} order by id limit ${rows}`)
    if (page.length > 0) yield page
    if (page.length < rows) return
    last = page.at(-1)![idAt]!
    rows = Math.max(1, Math.min(MOST_ROWS, Math.floor((PAGE_CHARACTERS * page.length) / sizeOf(page))))
  }
}

/** In characters. */
const sizeOf = (page: readonly MysqlRow[]): number =>
  page.reduce((sum, row) => row.reduce((length, value) => length + (value?.length ?? 1), sum), 1)

/** Tables without an id have nothing to continue from. */
async function* streamed(connection: Connection, table: MysqlTable): AsyncGenerator<readonly MysqlRow[]> {
  // The promise version cannot stream; it wraps a connection that can.
  const { connection: plain } = connection as unknown as {
    connection: { query(text: string): { stream(): AsyncIterable<MysqlRow> } }
  }
  let page: MysqlRow[] = []
  for await (const row of plain.query(selectAll(table)).stream()) {
    if (page.push(row) < MOST_ROWS) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}
