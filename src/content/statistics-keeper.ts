/**
 * Keeps the table sizes available for the cost of queries. Tables are counted at the start, and again after many
 * changes.
 */
import { AsyncResource } from 'node:async_hooks'
import { isWide } from '../plan/cost/condition-cost.ts'
import { NO_STATISTICS, type TableStatistics } from '../plan/cost/table-statistics.ts'
import type { Model, Schema } from '../schema/schema.ts'
import { type Fragment, join, name, sql, table, value } from '../sql/fragment.ts'
import { type Database, steps } from '../storage/database.ts'

export interface StatisticsKeeper {
  /**
   * The statistics as of the last count. Requests a new count if much may have changed since. Runs no statement itself.
   */
  current(): TableStatistics
  refresh(): Promise<void>
}

/** Longer tables are treated as if they had this many rows, because counting further would take too long. */
const MOST_COUNTED = 200_000
/** The number of rows, newest first, whose text lengths are measured. */
const MEASURED = 50
/** Tables are counted again after this many changes, or after this much time if there were any changes. */
const MANY_CHANGES = 1000
const LONG_AGO = 5 * 60_000
/** How many tables are counted at once, so that other work can run in between. */
const AT_ONCE = 8

/** `onRefresh` is called when the figures have changed. */
export function statisticsKeeper(
  database: Database,
  schema: Schema,
  { onRefresh, now = () => performance.now() }: { readonly onRefresh: () => void; readonly now?: () => number },
): StatisticsKeeper {
  let known = NO_STATISTICS
  let countedAt = { version: -1, time: 0 }
  let running: Promise<void> | undefined
  const count = async () => {
    countedAt = { version: database.versions.now, time: now() }
    known = await countTables(database, schema)
    onRefresh()
  }
  // Counting is nobody's work, least of all that of the transaction in which somebody noticed that the figures are old.
  const apart = new AsyncResource('populus statistics')
  const refresh = () => {
    running ??= apart.runInAsyncScope(count).finally(() => {
      running = undefined
    })
    return running
  }
  return {
    refresh,
    current: () => {
      const changes = database.versions.now - countedAt.version
      const isOld = changes > 0 && (changes >= MANY_CHANGES || now() - countedAt.time >= LONG_AGO)
      // A failed count is repeated later; until then the previous figures are used.
      if (isOld && countedAt.version >= 0) refresh().catch(() => {})
      return known
    },
  }
}

interface CountedTable {
  readonly table: string
  /** Columns whose text lengths are measured. */
  readonly columns: readonly string[]
}

async function countTables(database: Database, schema: Schema): Promise<TableStatistics> {
  const rows = new Map<string, number>()
  const widths = new Map<string, number>()
  const tables = [...tablesOf(schema)].map(([counted, columns]) => ({ table: counted, columns: [...columns] }))
  for (let first = 0; first < tables.length; first += AT_ONCE) {
    const batch = tables.slice(first, first + AT_ONCE)
    const statements = batch.map(counted => database.dialect.bind(database.dialect.compile(countQuery(counted))))
    const answers = await database.read(steps(...statements))
    for (const [index, { table: counted, columns }] of batch.entries()) {
      const [count, ...lengths] = answers[index]?.[0] ?? []
      rows.set(counted, Number(count ?? 0))
      for (const [place, column] of columns.entries()) widths.set(`${counted} ${column}`, Number(lengths[place] ?? 0))
    }
    await new Promise(resolve => setImmediate(resolve))
  }
  return Object.freeze<TableStatistics>({
    database: database.dialect.name,
    rows: counted => rows.get(counted) ?? 0,
    width: (counted, column) => widths.get(`${counted} ${column}`) ?? 0,
  })
}

function countQuery({ table: counted, columns }: CountedTable): Fragment {
  const count = sql`(select count(*) from (select 1 from ${table(counted)} limit ${value(MOST_COUNTED)}) as c)`
  if (columns.length === 0) return sql`select ${count}`
  const lengths = columns.map(column => sql`avg(length(cast(${name(column)} as text)))`)
  const newest = sql`select ${join(columns.map(column => name(column)))} from ${table(counted)} order by ${name('id')} desc limit ${value(MEASURED)}`
  return sql`select ${count}, ${join(lengths)} from (${newest}) as m`
}

/** Every table with content, and the tables that link them. */
function tablesOf(schema: Schema): ReadonlyMap<string, ReadonlySet<string>> {
  const tables = new Map<string, ReadonlySet<string>>()
  for (const model of [...schema.types.values(), ...schema.components.values()]) {
    if (model.table !== null) tables.set(model.table, wideColumns(model))
    for (const { kind, ...attribute } of model.attributes.values()) {
      const link = kind === 'scalar' || !('link' in attribute) ? null : attribute.link
      if (link?.kind === 'table' && !tables.has(link.table)) tables.set(link.table, new Set())
    }
  }
  return tables
}

function wideColumns({ attributes }: Model): ReadonlySet<string> {
  const columns = [...attributes.values()].flatMap(attribute =>
    attribute.kind === 'scalar' && attribute.column !== null && isWide(attribute.type) ? [attribute.column] : [],
  )
  return new Set(columns)
}
