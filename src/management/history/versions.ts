/** The versions of an entry: what was saved, by whom, and what differs. A version is what the next change has replaced. */
import { isDeepStrictEqual } from 'node:util'
import type { FieldDifference, RecordedValues, VersionInfo } from '../../admin-api/history-api.ts'
import type { Json, JsonObject } from '../../admin-api/route-types.ts'
import { PopulusError } from '../../errors.ts'
import type { EntryRecord, RecordReference, Version } from '../../history/version-record.ts'
import { toStoredVersion, toVersion, unpackRecord } from '../../history/version-store.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { checkCovered, type ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { rowNumber } from './history-input.ts'
import { needHistory } from './manage-trash.ts'
import { nameAuthors } from './name-authors.ts'
import { shownRecord, shownValues } from './shown-record.ts'

const CURRENT = 'current'

/** An entry that the person may read. Throws `notFound`. */
export interface VersionedEntry {
  readonly managed: ManagedType
  readonly id: number
}

export async function listVersions(
  context: ManagementContext,
  { managed, id }: VersionedEntry,
): Promise<readonly VersionInfo[]> {
  await checkCovered(context, managed, 'read', [id])
  const rows = await rowsOf(context, { managed, id })
  const first = rows.at(-1)
  const oldest = first === undefined ? await readCurrent(context, { managed, id }) : await readStored(context, first)
  const named = await nameAuthors(context, [...rows.map(({ by }) => by), authorOf(oldest)])
  // Each change has made the version that the one after it has replaced.
  const saved = [...rows.map(({ by, at }) => ({ savedAt: moment(at), by: named(by) })), firstSave(oldest, named)]
  return [CURRENT, ...rows.map(({ version }) => version)].map((version, index) => ({
    version: version as VersionInfo['version'],
    ...saved[index]!,
  }))
}

/** As far as the person may read it, in the form of a body. */
export async function showVersion(
  context: ManagementContext,
  entry: VersionedEntry,
  version: string,
): Promise<VersionInfo & RecordedValues> {
  const record = await recordOf(context, entry, version)
  const info = (await listVersions(context, entry)).find(each => String(each.version) === version)
  return { ...info!, ...(await shownValues(context, entry.managed, record)) }
}

/** The fields that differ, of those that the person may read. */
export async function diffVersions(
  context: ManagementContext,
  entry: VersionedEntry,
  { from, to = CURRENT }: { readonly from: string; readonly to: string | undefined },
): Promise<readonly FieldDifference[]> {
  const older = (await shownRecord(context, entry.managed, await recordOf(context, entry, from))) as JsonObject
  const newer = (await shownRecord(context, entry.managed, await recordOf(context, entry, to))) as JsonObject
  const fields = [...new Set([...Object.keys(older), ...Object.keys(newer)])]
  return fields.flatMap(field => {
    const [before, after]: readonly Json[] = [older[field] ?? null, newer[field] ?? null]
    return isDeepStrictEqual(before, after) ? [] : [{ field, from: before!, to: after! }]
  })
}

/** Throws `notFound` for a version of another entry, and for an entry that the person may not read. */
export async function recordOf(
  context: ManagementContext,
  entry: VersionedEntry,
  version: string,
): Promise<EntryRecord> {
  await checkCovered(context, entry.managed, 'read', [entry.id])
  if (version === CURRENT) return readCurrent(context, entry)
  const wanted = rowNumber(version)
  const row = (await rowsOf(context, entry)).find(each => each.version === wanted)
  if (row === undefined) throw new PopulusError('notFound')
  return readStored(context, row)
}

/** What is stored now. */
export async function readCurrent(context: ManagementContext, { managed, id }: VersionedEntry): Promise<EntryRecord> {
  const { records } = needHistory(context, 'versions')
  const record = await context.database.read(records.version(managed.type, id))
  if (record === undefined) throw new PopulusError('notFound')
  return JSON.parse(record) as EntryRecord
}

async function rowsOf(context: ManagementContext, { managed, id }: VersionedEntry): Promise<readonly Version[]> {
  const { store } = needHistory(context, 'versions')
  return (await readingFrom(context.database)(store.list(managed.type.uid, id))).map(toVersion)
}

async function readStored(context: ManagementContext, { version }: Version): Promise<EntryRecord> {
  const { store } = needHistory(context, 'versions')
  const [row] = await readingFrom(context.database)(store.find(version))
  if (row === undefined) throw new PopulusError('notFound')
  return unpackRecord(toStoredVersion(row).content)
}

type Named = Awaited<ReturnType<typeof nameAuthors>>

/** Of what was there before the first change that is kept, only the entry itself tells. */
function firstSave(record: EntryRecord, named: Named): Pick<VersionInfo, 'savedAt' | 'by'> {
  const { updatedAt } = record.attributes
  return { savedAt: typeof updatedAt === 'string' ? updatedAt : null, by: named(authorOf(record)) }
}

function authorOf({ attributes }: EntryRecord) {
  const by = attributes.updatedBy as RecordReference | null | undefined
  return by === null || by === undefined ? null : ({ kind: 'admin', id: by.id } as const)
}

const moment = (at: number): string => new Date(at).toISOString()
