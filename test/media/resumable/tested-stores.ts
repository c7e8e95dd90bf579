/** The stores of resumable uploads: files for SQLite, rows for PostgreSQL. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { ResumableFiles } from '../../../src/media/resumable/resumable-files.ts'
import { ResumableRows } from '../../../src/media/resumable/resumable-rows.ts'
import type { ResumableLimits, ResumableStore } from '../../../src/media/resumable/resumable-store.ts'
import { Workspaces } from '../../../src/media/upload/workspaces.ts'
import { openStorage } from '../../../src/tables/open-storage.ts'
import { query } from '../../content/write/write-app.ts'
import { world } from '../../storage/small-world.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { type Client, temporaryFolder } from '../../support/databases.ts'
import { databaseWithTables } from '../../support/prepared-database.ts'

export interface TestedStore {
  /** Two servers on one place. */
  readonly store: ResumableStore
  readonly other: ResumableStore
  /** Time passes for the uploads that are there. */
  pass(milliseconds: number): Promise<void>
  /** Names of what is kept of bytes, temporary files included. */
  bytes(): Promise<readonly string[]>
}

const LIMITS: ResumableLimits = { uploads: 2, bytes: 100, lifetime: 1000 * 60 }

export function openStores(client: Client, given: Partial<ResumableLimits> = {}): Promise<TestedStore> {
  const limits = { ...LIMITS, ...given }
  return client === 'sqlite' ? inFiles(limits) : inRows(limits)
}

async function inFiles(limits: ResumableLimits): Promise<TestedStore> {
  const folder = temporaryFolder()
  let now = Date.now()
  const open = () => new ResumableFiles(folder, limits, () => now)
  const pass = async (milliseconds: number) => {
    now += milliseconds
  }
  const bytes = async () => readdirSync(folder).filter(name => !name.endsWith('.note'))
  return { store: open(), other: open(), pass, bytes }
}

/** What the role has behind a pooler. */
const PATIENT = { ...DEFAULT_LIMITS, statementTimeout: 120_000 }
const SCHEMA = world({ note: { title: { type: 'string' } } })

async function inRows(limits: ResumableLimits): Promise<TestedStore> {
  const database = await databaseWithTables('postgres', 'resumable uploads', SCHEMA)
  const folder = temporaryFolder()
  const open = async () => {
    const storage = await openStorage({ database, limits: PATIENT }, SCHEMA, { log: () => undefined })
    cleanUp(() => storage.database.close())
    return new ResumableRows(storage.database, new Workspaces(folder), limits)
  }
  const pass = async (milliseconds: number) => {
    await query(database, `update populus.resumable_uploads set expires_at = expires_at - ${milliseconds} returning 1`)
  }
  const bytes = async () => [
    ...(await query(database, 'select upload_id from populus.resumable_parts')).map(([id]) => String(id)),
    ...readdirSync(folder).flatMap(name => readdirSync(join(folder, name))),
  ]
  return { store: await open(), other: await open(), pass, bytes }
}
