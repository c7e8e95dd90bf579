/**
 * Handles draft and publish when it is switched on or off in a schema that has content. Switched on, existing entries
 * stay public. Switched off, drafts do not become public automatically: someone has to decide.
 */
import { StartError } from '../../errors.ts'
import type { Schema } from '../../schema/schema.ts'
import { name, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { createOwnTables, readMeta, storeMeta } from '../desired/own-tables.ts'
import type { FoundTables } from '../existing/inspect-tables.ts'
import type { Refusal } from './migration-refusal.ts'

/** What to do with the drafts of types that no longer have draft and publish. */
export type DraftsChoice = 'publish' | 'delete'

/** How many entries of a table have no publication date. */
export interface DraftEntries {
  readonly table: string
  readonly count: number
}

export interface DraftsInput {
  readonly schema: Schema
  /** The tables before the migration. */
  readonly found: FoundTables
  readonly dialect: SqlDialect
}

const PUBLISHED_AT = 'published_at'

/** The existing tables of the project's types that have draft and publish, or of those that do not. */
function draftTables({ schema, found }: DraftsInput, draftAndPublish: boolean): readonly string[] {
  return [...schema.types.values()]
    .filter(type => type.userDefined && type.draftAndPublish === draftAndPublish)
    .map(({ tableName }) => tableName)
    .filter(tableName => found.table(tableName) !== undefined)
}

/** The entries that types had before they got drafts, also if there are none: the change itself is recorded. */
export async function entriesToPublish(run: RunFragment, input: DraftsInput): Promise<readonly DraftEntries[]> {
  const entries: DraftEntries[] = []
  const states = await readStates(run, input)
  for (const tableName of draftTables(input, true)) {
    if (!input.found.hasColumn(tableName, PUBLISHED_AT)) {
      entries.push({ table: tableName, count: await countEntries(run, tableName) })
    } else if (states[tableName] === 'off') {
      entries.push({ table: tableName, count: await countDrafts(run, tableName) })
    }
  }
  return entries
}

/** Publishes the entries of a type that did not have drafts before. */
export async function publishEntries(run: RunFragment, tableName: string, dialect: SqlDialect): Promise<void> {
  await publish(run, tableName, dialect)
  await createOwnTables(run, dialect)
  await storeStates(run, { dialect }, { ...(await readStates(run, { dialect })), [tableName]: 'on' })
}

/** Drafts that would become public because their type no longer has draft and publish. */
export async function leftDrafts(run: RunFragment, input: DraftsInput): Promise<readonly DraftEntries[]> {
  const left: DraftEntries[] = []
  const states = await readStates(run, input)
  for (const tableName of draftTables(input, false)) {
    if (!input.found.hasColumn(tableName, PUBLISHED_AT) || states[tableName] === 'off') continue
    const count = await countDrafts(run, tableName)
    if (count > 0) left.push({ table: tableName, count })
  }
  return left
}

/** Records that entries without a publication date are no longer drafts. */
export async function settleWithoutDrafts(run: RunFragment, input: DraftsInput): Promise<void> {
  const states = await readStates(run, input)
  const tables = draftTables(input, false).filter(tableName => input.found.hasColumn(tableName, PUBLISHED_AT))
  if (tables.every(tableName => states[tableName] === 'off')) return
  for (const tableName of tables) states[tableName] = 'off'
  await storeStates(run, input, states)
}

/** Applies the choice to all remaining drafts. */
export async function decideDrafts(
  run: RunFragment,
  input: DraftsInput,
  choice: DraftsChoice,
): Promise<readonly string[]> {
  const left = await leftDrafts(run, input)
  for (const { table: tableName } of left) {
    if (choice === 'publish') await publish(run, tableName, input.dialect)
    else await run(sql`delete from ${table(tableName)} where ${name(PUBLISHED_AT)} is null`)
  }
  await settleWithoutDrafts(run, input)
  return left.map(
    ({ table: tableName, count }) =>
      `${choice === 'publish' ? 'published' : 'deleted'} ${count} drafts of ${tableName}`,
  )
}

export function refusedDrafts(left: readonly DraftEntries[]): readonly Refusal[] {
  return left.map(({ table: tableName, count }) => ({
    what: `${tableName} has ${count} ${count === 1 ? 'draft' : 'drafts'}, which would become public: its type no longer has draft and publish`,
    advice: [
      'to publish the drafts of all such types: populus migrate --drafts publish',
      'to delete them: populus migrate --drafts delete',
      'to keep them hidden: leave draftAndPublish on in the schema',
    ],
  }))
}

/** Nothing is served until someone has decided. */
export function checkLeftDrafts(left: readonly DraftEntries[]): void {
  if (left.length === 0) return
  const refusals = refusedDrafts(left)
  throw new StartError('Drafts would become public', [...refusals.map(({ what }) => what), ...refusals[0]!.advice])
}

async function countEntries(run: RunFragment, tableName: string): Promise<number> {
  return Number((await run(sql`select count(*) from ${table(tableName)}`))[0]?.[0] ?? 0)
}

async function countDrafts(run: RunFragment, tableName: string): Promise<number> {
  const rows = await run(sql`select count(*) from ${table(tableName)} where ${name(PUBLISHED_AT)} is null`)
  return Number(rows[0]?.[0] ?? 0)
}

/** An entry without dates of its own, such as one inserted by SQL, is published as of now. */
async function publish(run: RunFragment, tableName: string, dialect: SqlDialect): Promise<void> {
  const now = value(dialect.encode('datetime', new Date()))
  const moment = sql`coalesce(${name('created_at')}, ${name('updated_at')}, ${now})`
  await run(sql`update ${table(tableName)} set ${name(PUBLISHED_AT)} = ${moment} where ${name(PUBLISHED_AT)} is null`)
}

/** Whether types had drafts at the last check, by table. */
type States = Record<string, 'on' | 'off'>

type OwnTables = Pick<DraftsInput, 'dialect'>

async function readStates(run: RunFragment, { dialect }: OwnTables): Promise<States> {
  return JSON.parse((await readMeta(run, dialect, STATES)) ?? '{}') as States
}

function storeStates(run: RunFragment, { dialect }: OwnTables, states: States): Promise<void> {
  return storeMeta(run, dialect, { key: STATES, value: JSON.stringify(states) })
}

const STATES = 'draft-and-publish'
