/** The objects that the rows of a snapshot name, and which of them are just being replaced. */

import { sql, table } from '../../sql/fragment.ts'
import { MEDIA_JOURNAL_TABLE } from '../../tables/desired/own-tables.ts'
import { inspectTables } from '../../tables/existing/inspect-tables.ts'
import type { SavedPlace } from './save-tables.ts'

export interface NamedUploads {
  /** The name of each object, with when its row was changed. */
  readonly names: ReadonlyMap<string, string>
  /** Names that an unfinished replacement mentions. */
  readonly unsettled: ReadonlySet<string>
}

/** `isLocal` says whether a provider keeps its files in the project folder. */
export async function namedUploads(place: SavedPlace, isLocal: (provider: string) => boolean): Promise<NamedUploads> {
  const { snapshot, schema } = place
  const names = new Map<string, string>()
  const found = await inspectTables(snapshot.run, snapshot.dialect, schema)
  if (found.table('files') === undefined) return { names, unsettled: new Set() }
  const rows = snapshot.pages(sql`select hash, ext, provider, formats, updated_at from ${table('files', schema)}`)
  for await (const page of rows)
    for (const [hash, ext, provider, formats, changed] of page) {
      if (!isLocal(String(provider))) continue
      for (const name of [`${hash}${ext ?? ''}`, ...formatNames(formats)])
        if (isName(name)) names.set(name, String(changed))
    }
  return { names, unsettled: await unsettledNames(place, names) }
}

/** True if nothing happened to the objects between the two. */
export function isUnchanged(first: NamedUploads, second: NamedUploads): boolean {
  if (first.unsettled.size > 0 || second.unsettled.size > 0) return false
  return [...first.names].every(([name, changed]) => second.names.get(name) === changed)
}

interface StoredFormat {
  readonly hash?: unknown
  readonly ext?: unknown
}

function formatNames(formats: unknown): readonly string[] {
  try {
    const found = JSON.parse(String(formats)) as Record<string, StoredFormat> | null
    return Object.values(found ?? {}).map(({ hash, ext }) => `${hash}${ext ?? ''}`)
  } catch {
    return []
  }
}

const isName = (name: string): boolean => name !== '' && !name.startsWith('.') && !/[/\\\0]/.test(name)

async function unsettledNames(
  { snapshot }: SavedPlace,
  names: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const { dialect, run } = snapshot
  const own = await inspectTables(run, dialect, dialect.ownSchema)
  if (own.table(MEDIA_JOURNAL_TABLE) === undefined) return new Set()
  const rows = await run(sql`select content from ${table(MEDIA_JOURNAL_TABLE, dialect.ownSchema)}`)
  const replaced = rows.map(([content]) => JSON.parse(String(content))).filter(({ kind }) => kind === 'replace')
  const mentioned = replaced.map(note => JSON.stringify(note))
  return new Set([...names.keys()].filter(name => mentioned.some(text => text.includes(hashOf(name)))))
}

const hashOf = (name: string): string => name.replace(/\.[^.]*$/, '')
