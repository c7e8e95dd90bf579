/**
 * Handles draft and publish when it is switched on or off in a schema that has content. Switched on, existing entries
 * stay public. Switched off, drafts do not become public automatically: someone has to decide.
 */
import { StartError } from '../../errors.ts'
import type { Schema } from '../../schema/schema.ts'
import { name, sql, table } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import type { FoundTables } from '../adopt/inspect-tables.ts'
import { readMeta, storeMeta } from '../tables/own-tables.ts'
import type { Refusal } from './refusal.ts'

/** What to do with the drafts of types that no longer have draft and publish. */
export type DraftsChoice = 'publish' | 'delete'

/** Drafts that no one has decided about. */
export interface LeftDrafts {
  readonly table: string
  readonly count: number
}

export interface DraftsInput {
  readonly schema: Schema
  /** The tables before the migration. */
  readonly found: FoundTables
  readonly dialect: SqlDialect
}

export const PUBLISHED_AT = 'published_at'

/** The existing tables of the project's types that have draft and publish, or of those that do not. */
function draftTables({ schema, found }: DraftsInput, draftAndPublish: boolean): readonly string[] {
  return [...schema.types.values()]
    .filter(type => type.userDefined && type.draftAndPublish === draftAndPublish)
    .map(({ tableName }) => tableName)
    .filter(tableName => found.table(tableName) !== undefined)
}

/**
 * Publishes the entries that a type had before it got drafts. Returns lines such as `published 3 entries of posts`. `held`
 * has the tables whose column was not added.
 */
export async function publishOldEntries(
  run: RunFragment,
  input: DraftsInput,
  held: ReadonlySet<string> = new Set(),
): Promise<readonly string[]> {
  const lines: string[] = []
  const states = await readStates(run, input)
  for (const tableName of draftTables(input, true)) {
    const isNew = !input.found.hasColumn(tableName, PUBLISHED_AT)
    if (isNew ? held.has(tableName) : states[tableName] !== 'off') continue
    const count = await countDrafts(run, tableName)
    await publish(run, tableName)
    states[tableName] = 'on'
    await storeStates(run, input, states)
    if (count > 0) lines.push(`published ${count} entries of ${tableName}, because their type now has drafts`)
  }
  return lines
}

/** Drafts that would become public because their type no longer has draft and publish. */
export async function leftDrafts(run: RunFragment, input: DraftsInput): Promise<readonly LeftDrafts[]> {
  const left: LeftDrafts[] = []
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
    if (choice === 'publish') await publish(run, tableName)
    else await run(sql`delete from ${table(tableName)} where ${name(PUBLISHED_AT)} is null`)
  }
  await settleWithoutDrafts(run, input)
  return left.map(
    ({ table: tableName, count }) =>
      `${choice === 'publish' ? 'published' : 'deleted'} ${count} drafts of ${tableName}`,
  )
}

export function refusedDrafts(left: readonly LeftDrafts[]): readonly Refusal[] {
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
export function checkLeftDrafts(left: readonly LeftDrafts[]): void {
  if (left.length === 0) return
  const refusals = refusedDrafts(left)
  throw new StartError('Drafts would become public', [...refusals.map(({ what }) => what), ...refusals[0]!.advice])
}

async function countDrafts(run: RunFragment, tableName: string): Promise<number> {
  const rows = await run(sql`select count(*) from ${table(tableName)} where ${name(PUBLISHED_AT)} is null`)
  return Number(rows[0]?.[0] ?? 0)
}

async function publish(run: RunFragment, tableName: string): Promise<void> {
  const moment = sql`coalesce(${name('created_at')}, ${name('updated_at')})`
  await run(sql`update ${table(tableName)} set ${name(PUBLISHED_AT)} = ${moment} where ${name(PUBLISHED_AT)} is null`)
}

/** Whether types had drafts at the last check, by table. */
type States = Record<string, 'on' | 'off'>

async function readStates(run: RunFragment, { dialect }: DraftsInput): Promise<States> {
  return JSON.parse((await readMeta(run, dialect, STATES)) ?? '{}') as States
}

function storeStates(run: RunFragment, { dialect }: DraftsInput, states: States): Promise<void> {
  return storeMeta(run, dialect, { key: STATES, value: JSON.stringify(states) })
}

const STATES = 'draft-and-publish'
