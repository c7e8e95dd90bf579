/** How many entries each content type has. */
import { BUILT_IN_UIDS } from '../../schema/built-in/built-in-types.ts'
import type { ContentType, Schema } from '../../schema/schema.ts'
import { name, sql, table } from '../../sql/fragment.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import type { FoundTables } from '../existing/inspect-tables.ts'

export interface RowCounts {
  readonly entries: number
  /** `undefined` for a type without draft and publish. */
  readonly drafts: number | undefined
  /** `undefined` for a type without translations. */
  readonly locales: number | undefined
}

/** The project's own types and those of its plugins, users and files. A type whose table is missing is left out. */
export async function countRows(
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
