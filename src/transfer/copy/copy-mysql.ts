/**
 * Copies a MySQL or MariaDB database of Strapi 4 to SQLite or PostgreSQL: every table with its ids, values and order. The
 * source is only read, at one moment. A copy that was interrupted goes on when it is started again.
 */
import { StartError } from '../../errors.ts'
import type { Schema } from '../../schema/schema.ts'
import { type MysqlAddress, mysqlText } from '../../storage/mysql/mysql-address.ts'
import { type MysqlSource, openMysqlSource } from '../../storage/mysql/mysql-source.ts'
import type { MysqlTable } from '../../storage/mysql/mysql-tables.ts'
import { desiredTables } from '../../tables/desired/desired-tables.ts'
import { checkOrigin, strapiOrigin } from '../../tables/existing/recognise-database.ts'
import type { StorageConfig } from '../../tables/open-database.ts'
import { withStartLock } from '../../tables/start-lock.ts'
import { storedSums } from './compare-rows.ts'
import { type CopiedRows, copyRows, emptyTable, type RowsPlace } from './copy-rows.ts'
import { type CopyTarget, openCopyTarget } from './copy-target.ts'
import { type PlannedTable, planTables, type TablePlan } from './planned-table.ts'
import { isSameSum } from './row-sum.ts'

export interface CopyInput {
  readonly address: MysqlAddress
  readonly storage: StorageConfig
  readonly schema: Schema
  /** Of the source's date-times: that of the process which ran Strapi. */
  readonly timezone: string
  readonly note: (line: string) => void
  readonly progress: (what: string, done: number, total: number) => void
}

export interface CopyResult {
  readonly tables: number
  readonly rows: number
  /** An interrupted copy was continued. */
  readonly resumed: boolean
  /** What is not the same in the copy, one line each. */
  readonly notes: readonly string[]
}

export async function copyMysql(input: CopyInput): Promise<CopyResult> {
  const { address, storage, note } = input
  const source = await openMysqlSource(address)
  try {
    checkSource(source.tables, mysqlText(address))
    return await withStartLock(storage.database, note, () => copyTo(source, input))
  } finally {
    await source.close()
  }
}

async function copyTo(
  source: MysqlSource,
  { address, storage, schema, timezone, progress }: CopyInput,
): Promise<CopyResult> {
  let plan: TablePlan = { tables: [], notes: [] }
  const known = desiredTables(schema)
  const target = await openCopyTarget({
    storage,
    from: mysqlText(address),
    timezone,
    plan: ({ dialect }) => {
      plan = planTables(source.tables, known, dialect)
      return plan
    },
  })
  try {
    const changes = new ChangedValues()
    const place = { source, database: target.database, schema: target.schema, timezone, changed: changes.add }
    const total = await countRows(source, plan.tables)
    const copied = await copyAll(plan.tables, { ...place, progress: counter('rows', total, progress) })
    await compareAll(copied, target, { ...place, progress: counter('compared', total, progress) })
    const broken = await target.finish(plan.tables)
    const rows = [...copied.values()].reduce((sum, table) => sum + table.sum.rows, 0)
    const notes = [...plan.notes, ...changes.lines(), ...broken]
    return Object.freeze({ tables: plan.tables.length, rows, resumed: target.resumed, notes })
  } finally {
    await target.close()
  }
}

function checkSource(tables: readonly MysqlTable[], where: string): void {
  if (tables.length === 0)
    throw new StartError(`The database ${where} is empty`, ['name the database of the Strapi project'])
  const table = (name: string) => tables.find(found => found.name === name)
  const hasColumn = (name: string, column: string) => table(name)?.columns.some(found => found.name === column) ?? false
  checkOrigin(strapiOrigin({ table, hasColumn }), where)
}

async function countRows(source: MysqlSource, tables: readonly PlannedTable[]): Promise<number> {
  let total = 0
  for (const planned of tables) total += await source.count(planned.source)
  return total
}

function counter(what: string, total: number, progress: CopyInput['progress']): (rows: number) => void {
  let done = 0
  return rows => {
    done += rows
    progress(what, done, total)
  }
}

async function copyAll(
  tables: readonly PlannedTable[],
  place: RowsPlace,
): Promise<ReadonlyMap<PlannedTable, CopiedRows>> {
  const copied = new Map<PlannedTable, CopiedRows>()
  for (const planned of tables) copied.set(planned, await copyRows(planned, place))
  return copied
}

/** The source may have changed since a copy was interrupted. Tables that differ are then copied again. */
async function compareAll(
  copied: ReadonlyMap<PlannedTable, CopiedRows>,
  target: CopyTarget,
  place: RowsPlace,
): Promise<void> {
  const differing = await differences(copied, target, place)
  const lost = differing.filter(planned => !copied.get(planned)!.resumed)
  if (lost.length > 0) throw notTheSame(lost)
  const again = new Map<PlannedTable, CopiedRows>()
  for (const planned of differing) {
    await emptyTable(planned, place)
    again.set(planned, await copyRows(planned, { ...place, progress: () => {} }))
  }
  const still = await differences(again, target, { ...place, progress: () => {} })
  if (still.length > 0) throw notTheSame(still)
}

async function differences(
  copied: ReadonlyMap<PlannedTable, CopiedRows>,
  target: CopyTarget,
  place: RowsPlace,
): Promise<readonly PlannedTable[]> {
  const tables = [...copied.keys()]
  const differing: PlannedTable[] = []
  let at = 0
  for await (const sum of storedSums(tables, target.config, place)) {
    const planned = tables[at]!
    if (!isSameSum(sum, copied.get(planned)!.sum)) differing.push(planned)
    at += 1
  }
  return differing
}

function notTheSame(tables: readonly PlannedTable[]): StartError {
  return new StartError('The copy is not the same as the source', [
    ...tables.map(({ definition }) => `the rows of ${definition.name} differ`),
    'the copy is not used; please report this',
  ])
}

/** Values that the target cannot hold as they are, counted by column. */
class ChangedValues {
  readonly #counts = new Map<string, number>()

  readonly add = (table: string, column: string, how: string): void => {
    const key = `values of ${table}.${column} were ${how}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  lines(): readonly string[] {
    return [...this.#counts].map(([what, count]) => `${count} ${what}`)
  }
}
