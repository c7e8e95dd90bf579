/** Looks at a database without changing it: whose it is, what it has for the schema, and what it lacks. */

import { existsSync } from 'node:fs'
import type { DatabaseConfig } from '../../config/config.ts'
import { BUILT_IN_UIDS } from '../../schema/built-in/built-in-types.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import { name, sql, table } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, readingFrom } from '../../storage/run-fragment.ts'
import { desiredTables } from '../desired/desired-tables.ts'
import { adoptSchema } from '../existing/adopt-schema.ts'
import { resolveCustomFields } from '../existing/custom-columns.ts'
import { type FoundTables, inspectTables } from '../existing/inspect-tables.ts'
import { preferFilledTables } from '../existing/prefer-filled-tables.ts'
import { type DatabaseOrigin, recogniseDatabase } from '../existing/recognise-database.ts'
import { inspectColumns } from '../existing/stored-kinds.ts'
import { leftDrafts, refusedDrafts } from '../migrate/draft-publish.ts'
import { indexAdvice } from '../migrate/index-advice.ts'
import { surplusLines } from '../migrate/surplus-lines.ts'
import { contentSchema, openDatabase, type StorageConfig } from '../open-database.ts'
import { productVersion, type StrapiTraces, strapiTraces } from './strapi-traces.ts'

export interface DatabaseSurvey {
  readonly origin: DatabaseOrigin
  /** `SQLite 3.46.0` */
  readonly product: string
  readonly tables: number
  /** What only a database that can be served has. */
  readonly content: ContentSurvey | undefined
}

export interface ContentSurvey {
  /** The schema as this database can serve it. */
  readonly schema: Schema
  /** Tables and columns that the schema files name and the database lacks. */
  readonly missing: readonly string[]
  /** Tables and columns that no schema file names. */
  readonly surplus: readonly string[]
  /** Other notes: custom fields, relations with two tables. */
  readonly notes: readonly string[]
  /** Why a start would be refused. */
  readonly problems: readonly string[]
  /** Commands that would make it faster. */
  readonly advice: readonly string[]
  /** By the uid of the type. */
  readonly rows: ReadonlyMap<string, RowCounts>
  readonly traces: StrapiTraces
}

/** Opening a file that does not exist would create it. */
export function isMissing(database: DatabaseConfig): boolean {
  return database.client === 'sqlite' && database.filename !== ':memory:' && !existsSync(database.filename)
}

/** Throws StartError if the database cannot be opened. */
export async function surveyDatabase(config: StorageConfig, schema: Schema): Promise<DatabaseSurvey> {
  const database = await openDatabase(config, { probe: true })
  try {
    const run = readingFrom(database)
    const place = contentSchema(config.database)
    const found = await inspectTables(run, database.dialect, place)
    const origin = await recogniseDatabase(run, { dialect: database.dialect, schema: place, found })
    const isServed = origin === 'strapi4' || origin === 'ours'
    const content = isServed ? await surveyContent({ run, database, config, found, schema }) : undefined
    return { origin, product: await productVersion(run, database.dialect.name), tables: found.tables.length, content }
  } finally {
    await database.close()
  }
}

interface Opened {
  readonly run: RunFragment
  readonly database: Database
  readonly config: StorageConfig
  readonly found: FoundTables
  readonly schema: Schema
}

async function surveyContent({ run, database, config, found, schema: files }: Opened): Promise<ContentSurvey> {
  const { dialect } = database
  const custom = resolveCustomFields(files, await inspectColumns(run, dialect, contentSchema(config.database)))
  const preferred = await preferFilledTables(custom.schema, found, run)
  const { schema, report } = adoptSchema(preferred.schema, found)
  const desired = desiredTables(custom.schema)
  const drafts = await leftDrafts(run, { schema: custom.schema, found, dialect })
  return {
    schema,
    missing: report,
    surplus: surplusLines(desired, found, dialect),
    notes: [...custom.report, ...preferred.report],
    problems: refusedDrafts(drafts).map(({ what }) => what),
    advice: indexAdvice(desired, found, dialect),
    rows: await countRows(run, schema, found),
    traces: await strapiTraces(run, found, { schema, database: config.database }),
  }
}

export interface RowCounts {
  readonly entries: number
  /** `undefined` for a type without draft and publish. */
  readonly drafts: number | undefined
  /** `undefined` for a type without translations. */
  readonly locales: number | undefined
}

/** The project's own types and those of its plugins, users and files. A type whose table is missing is left out. */
async function countRows(
  run: RunFragment,
  { types }: Schema,
  found: FoundTables,
): Promise<ReadonlyMap<string, RowCounts>> {
  const counted = [...types.values()].filter(
    ({ uid, table: stored }) => stored !== null && (!BUILT_IN_UIDS.has(uid) || OTHERS.includes(uid)),
  )
  const counts = new Map<string, RowCounts>()
  for (const type of counted) counts.set(type.uid, await countType(run, type, found))
  return counts
}

const OTHERS = ['plugin::users-permissions.user', 'plugin::upload.file']

async function countType(run: RunFragment, type: ContentType, found: FoundTables): Promise<RowCounts> {
  const { tableName, draftAndPublish, localized } = type
  const published = draftAndPublish && found.hasColumn(tableName, 'published_at')
  const translated = localized && found.hasColumn(tableName, 'locale')
  const [row] = await run(sql`
    select count(*), ${published ? sql`count(${name('published_at')})` : sql`0`},
      ${translated ? sql`count(distinct ${name('locale')})` : sql`0`}
    from ${table(tableName)}`)
  const [entries, visible, locales] = (row ?? [0, 0, 0]).map(Number) as [number, number, number]
  return {
    entries,
    drafts: published ? entries - visible : undefined,
    locales: translated ? locales : undefined,
  }
}
