/** Names of entries that something else tells of: changes, for example. */
import type { Access, RowRules } from '../../plan/access.ts'
import { type ContentType, FILE_UID, type Schema } from '../../schema/schema.ts'
import type { ManagementContext } from '../management-context.ts'
import { readItems } from '../relations/pick-relations.ts'
import { adminAccess } from '../rights/admin-access.ts'
import { type AdminRights, isManaged } from '../rights/admin-rights.ts'
import { isCreatedBy } from '../rights/row-conditions.ts'
import { AT_ONCE, readList } from './find-ids.ts'
import { toFile } from './shape-values.ts'

export interface EntryPlace {
  /** The uid. */
  readonly type: string
  readonly id: number
}

type Item = Awaited<ReturnType<typeof readItems>>['data'][number]

/** What the person may not read is not found, nor what was deleted since. */
export async function nameEntries(
  context: ManagementContext,
  rights: AdminRights,
  places: readonly EntryPlace[],
): Promise<(place: EntryPlace) => Item | undefined> {
  const found = new Map<string, Item>()
  for (const type of context.schema.types.values()) {
    if (!isManaged(type) || rights.grant(type.uid, 'read') === null) continue
    const ids = [...new Set(places.filter(place => place.type === type.uid).map(({ id }) => String(id)))]
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const { data } = await readItems(context, rights, type, {
        filters: { id: { $in: ids.slice(at, at + AT_ONCE) } },
        pagination: { pageSize: String(AT_ONCE), withCount: 'false' },
      })
      for (const item of data) found.set(keyOf({ type: type.uid, id: item.id }), item)
    }
  }
  return place => found.get(keyOf(place))
}

/** The names of files of the media library, by id. What the person may not read there is not found, nor what was deleted since. */
export async function nameFiles(
  context: ManagementContext,
  rights: AdminRights,
  places: readonly EntryPlace[],
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>()
  const ids = [...new Set(places.filter(({ type }) => type === FILE_UID).map(({ id }) => String(id)))]
  const type = context.schema.types.get(FILE_UID)
  if (type === undefined || type.table === null || rights.media.read === null) return names
  const files = { type, access: fileAccess(context.schema, rights, type) }
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const { data } = await readList(context, files, {
      filters: { id: { $in: ids.slice(at, at + AT_ONCE) } },
      pagination: { pageSize: String(AT_ONCE), withCount: 'false' },
    })
    for (const { id, name } of data.map(toFile)) names.set(id, name)
  }
  return names
}

/** Forms show every file that an entry has. By themselves, files are read with the rights of the media library. */
function fileAccess(schema: Schema, rights: AdminRights, type: ContentType): Access {
  const access = adminAccess(schema, rights)
  if (rights.media.read === 'all') return access
  const rows: RowRules = new Map(access.rows).set(FILE_UID, {
    read: isCreatedBy(schema, type, [rights.administrator.id]),
  })
  return { ...access, rows, fingerprint: `${access.fingerprint} own files` }
}

/** Equal for places of the same entry only. */
export function keyOf({ type, id }: EntryPlace): string {
  return `${type} ${id}`
}
