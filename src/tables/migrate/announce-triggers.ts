/**
 * `populus triggers`: triggers that announce what other programs write to a PostgreSQL database, such as a
 * Strapi that still uses it. Everything of ours is in the schema `populus`, which Strapi's schema sync leaves alone.
 */
import { StartError } from '../../errors.ts'
import type { Schema } from '../../schema/schema.ts'
import { type Fragment, join, name, sql, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { desiredTables } from '../desired/desired-tables.ts'
import { createSchema } from '../desired/own-tables.ts'
import { inspectTables } from '../existing/inspect-tables.ts'
import { withRight } from '../existing/missing-right.ts'
import { contentSchema, databaseText, openDatabase, type StorageConfig } from '../open-database.ts'
import { withStartLock } from '../start-lock.ts'
import {
  CREATE_FUNCTION,
  createTrigger,
  dropTrigger,
  FORMER_TRIGGER,
  TRIGGER_NAMES,
  type TriggerName,
} from './announce-function.ts'

/** The first version with `pg_current_xact_id()`. */
export const LEAST_VERSION = 130_000

export interface TriggerStatus {
  /** Tables whose changes are announced. */
  readonly announced: readonly string[]
  /** Tables whose trigger is missing or disabled. */
  readonly silent: readonly string[]
}

/** Adds the missing triggers. `announced` lists the tables that got one. */
export function installTriggers(config: StorageConfig, schema: Schema): Promise<TriggerStatus> {
  const install = () => withTables(config, schema, addMissing)
  return withStartLock(config.database, () => {}, install)
}

async function addMissing(place: Place): Promise<TriggerStatus> {
  const { database, user } = place
  const before = await statusOf(place)
  await changing(database, async run => {
    await withRight({ user, right: 'CREATE on the database' }, () => createSchema(run, database.dialect, OWN))
    await withRight({ user, right: `CREATE and USAGE on the schema ${OWN}` }, () => run(CREATE_FUNCTION))
  })
  // One table at a time: a transaction over all tables would make the other program wait for all of them.
  for (const table of before.silent) await changing(database, run => addTriggers(run, place, table))
  return before
}

/** Removes everything again and returns the tables that had a trigger. */
export function removeTriggers(config: StorageConfig, schema: Schema): Promise<readonly string[]> {
  return withTables(config, schema, async ({ database, place, user }) => {
    const found = await findTriggers(readingFrom(database), place)
    for (const { table, trigger } of found) {
      const right = { user, right: `ownership of the table ${table}` }
      await withRight(right, () => changing(database, run => run(dropTrigger(place, table, trigger))))
    }
    await withRight({ user, right: `ownership of the function ${OWN}.announce` }, () => removeFunction(database))
    return [...new Set(found.map(({ table }) => table))]
  })
}

export function triggerStatus(config: StorageConfig, schema: Schema): Promise<TriggerStatus> {
  return withTables(config, schema, statusOf)
}

/** Whether any table of the content has them. */
export async function hasTriggers(run: RunFragment, dialect: SqlDialect, place: string): Promise<boolean> {
  return dialect.name === 'postgres' && (await findTriggers(run, place)).some(({ works }) => works)
}

const OWN = 'populus'

interface Place {
  readonly database: Database
  /** The schema that holds the content's tables. */
  readonly place: string
  /** The ones among them that the schema files know. */
  readonly tables: readonly string[]
  /** The tables of components among them. */
  readonly components: ReadonlySet<string>
  /** The connected user. */
  readonly user: string
}

async function withTables<T>(config: StorageConfig, schema: Schema, work: (place: Place) => Promise<T>): Promise<T> {
  const database = await openDatabase(config, { probe: true })
  try {
    const run = readingFrom(database)
    const place = contentSchema(config.database)
    const found = await inspectTables(run, database.dialect, place)
    const known = desiredTables(schema).flatMap(({ name }) => found.table(name)?.name ?? [])
    if (known.length === 0) throw new StartError(`No content found in ${databaseText(config.database)}`)
    const [[user, version] = []] = await run(
      sql`select current_user::text, current_setting('server_version_num')::int4`,
    )
    if (Number(version) < LEAST_VERSION) throw new StartError('Triggers need PostgreSQL 13 or later')
    const components = new Set([...schema.components.values()].map(({ tableName }) => tableName))
    return await work({ database, place, tables: [...new Set(known)].sort(), components, user: String(user) })
  } finally {
    await database.close()
  }
}

function changing<T>(database: Database, work: (run: RunFragment) => Promise<T>): Promise<T> {
  return database.write(transaction => work(runningIn(transaction, database)))
}

interface FoundTrigger {
  readonly table: string
  readonly trigger: TriggerName | typeof FORMER_TRIGGER
  /** It is enabled and calls our function. */
  readonly works: boolean
}

async function findTriggers(run: RunFragment, place: string): Promise<readonly FoundTrigger[]> {
  const names = join([...TRIGGER_NAMES, FORMER_TRIGGER].map(trigger => sql`${value(trigger)}::text`))
  const rows = await run(sql`
    select c.relname::text, t.tgname::text, t.tgenabled in ('O', 'A') and f.nspname = 'populus' and p.proname = 'announce'
    from pg_catalog.pg_trigger t
    join pg_catalog.pg_class c on c.oid = t.tgrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_proc p on p.oid = t.tgfoid
    join pg_catalog.pg_namespace f on f.oid = p.pronamespace
    where n.nspname = ${value(place)}::text and t.tgname in (${names})
      and not t.tgisinternal and t.tgparentid = 0
    order by 1, 2`)
  return rows.map(([table, trigger, works]) => ({
    table: String(table),
    trigger: trigger as FoundTrigger['trigger'],
    works: works === true,
  }))
}

function statusOf({ database, place, tables }: Place): Promise<TriggerStatus> {
  return tableStatus(readingFrom(database), place, tables)
}

/** `tables` are some of the schema `place`. */
export async function tableStatus(run: RunFragment, place: string, tables: readonly string[]): Promise<TriggerStatus> {
  const found = await findTriggers(run, place)
  const working = found.filter(({ works }) => works)
  const announces = (table: string) =>
    TRIGGER_NAMES.every(name => working.some(({ table: on, trigger }) => on === table && trigger === name))
  return { announced: tables.filter(announces), silent: tables.filter(table => !announces(table)) }
}

/** Checks again inside the transaction: another process may have been faster. */
async function addTriggers(run: RunFragment, { place, user, components }: Place, table: string): Promise<void> {
  const found = (await findTriggers(run, place)).filter(trigger => trigger.table === table)
  for (const trigger of TRIGGER_NAMES) {
    const known = found.find(one => one.trigger === trigger)
    if (known?.works) continue
    if (known !== undefined) {
      const right = { user, right: `ownership of the table ${table}` }
      await withRight(right, () => run(dropTrigger(place, table, trigger)))
    }
    const right = { user, right: `TRIGGER on the table ${table}, and EXECUTE on the function ${OWN}.announce` }
    await withRight(right, () => run(createTrigger(place, { table, isComponent: components.has(table) }, trigger)))
  }
  // It would announce the whole table beside the rows.
  if (found.some(({ trigger }) => trigger === FORMER_TRIGGER)) {
    const right = { user, right: `ownership of the table ${table}` }
    await withRight(right, () => run(dropTrigger(place, table, FORMER_TRIGGER)))
  }
}

/** Keeps what is still in use: another schema of this database may have triggers, and `populus` may hold other objects. */
async function removeFunction(database: Database): Promise<void> {
  const exists = async (query: Fragment) => (await readingFrom(database)(query)).length > 0
  const used = await exists(sql`
    select from pg_catalog.pg_trigger t where t.tgfoid = pg_catalog.to_regproc('populus.announce')::oid limit 1`)
  if (used) return
  const known = await exists(sql`select from pg_catalog.pg_namespace where nspname = ${value(OWN)}::text`)
  if (!known) return
  await changing(database, run => run(sql`drop function if exists populus.announce()`))
  const filled = await exists(sql`
    select from pg_catalog.pg_namespace n where n.nspname = ${value(OWN)}::text and (
      exists (select from pg_catalog.pg_class c where c.relnamespace = n.oid)
      or exists (select from pg_catalog.pg_proc p where p.pronamespace = n.oid))`)
  if (!filled) await changing(database, run => run(sql`drop schema ${name(OWN)}`))
}
