/** Looks at a database without changing it: whose it is, what it has for the schema, and what it lacks. */
import { existsSync } from 'node:fs'
import type { DatabaseConfig } from '../../config/config.ts'
import type { Schema } from '../../schema/schema.ts'
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
import { countRows, type RowCounts } from './count-rows.ts'
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
