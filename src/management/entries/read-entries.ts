/** Reads many entries with everything that belongs to them: as many statements for a hundred as for one. */

import { asValues, prepareRead } from '../../content/read/prepare-read.ts'
import type { PreparedRead } from '../../content/read/prepared-read.ts'
import { loadRows } from '../../content/read/rows/load-rows.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { mapInSlices, Slices } from '../../util/process/slices.ts'
import type { ManagementContext } from '../management-context.ts'
import type { QueryScope } from './entry-query.ts'
import type { ManagedType } from './managed-type.ts'
import { type EntryForms, entryForms, type FormEntry } from './read-entry.ts'
import type { RawEntry } from './shape-values.ts'

/** So many entries are read by one set of statements. The largest page of the panel. */
const AT_ONCE = 100

export interface EntriesReader {
  /** By id; entries that do not exist are absent. `scope`: inside a write. */
  read(scope?: WriteScope): Promise<ReadonlyMap<number, FormEntry>>
}

/** Prepared outside of transactions, since planning may need a connection of its own. */
export async function entriesReader(
  context: ManagementContext,
  managed: ManagedType,
  ids: readonly number[],
  relations: QueryScope['relations'] = 'first',
): Promise<EntriesReader> {
  const forms = await entryForms(context, managed, relations)
  const prepared: PreparedRead[] = []
  const slices = new Slices()
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    await slices.next()
    prepared.push(await prepareSome(context, managed, forms, ids.slice(first, first + AT_ONCE)))
  }
  return {
    read: async scope => {
      const found = new Map<number, FormEntry>()
      for (const some of prepared) {
        await slices.next()
        const shaped = await mapInSlices(await loadSome(context, some, scope), forms.shape)
        for (const entry of shaped) found.set(entry.id, entry)
      }
      return found
    },
  }
}

function prepareSome(
  { content }: ManagementContext,
  { type, access }: ManagedType,
  { populate }: EntryForms,
  ids: readonly number[],
): Promise<PreparedRead> {
  const query = asValues({
    populate,
    filters: { id: { $in: ids.map(String) } },
    sort: 'id',
    pagination: { pageSize: String(AT_ONCE), withCount: 'false' },
    publicationState: 'preview',
    ...(type.localized ? { locale: 'all' } : {}),
  })
  // The server itself asks: what a list of the panel may cost is no limit here.
  const unlimited = { ...content, settings: { ...content.settings, cost: Number.POSITIVE_INFINITY } }
  return prepareRead(unlimited, { type, access, ...query }, { kind: 'collection' })
}

async function loadSome(
  { database, content }: ManagementContext,
  { program, toJson }: PreparedRead,
  scope: WriteScope | undefined,
): Promise<readonly RawEntry[]> {
  const steps = loadRows(program, database.dialect, { limits: content.limits })
  const json = toJson(await (scope === undefined ? database.read(steps, {}) : scope.read(steps)))
  return (JSON.parse(json!.toString()) as { data: readonly RawEntry[] }).data
}
