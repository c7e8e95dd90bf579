/** The entries and files that some changes name, so that they can be shown. */
import type { EntryInput, FileValue, RelationItem } from '../../admin-api/content-api.ts'
import { idOf, parseRelationInput } from '../../plan/write/relation-input.ts'
import { isPlainObject } from '../../schema/rules/rule.ts'
import { FILE_UID, type Model, modelOf, type Schema } from '../../schema/schema.ts'
import { readList } from '../entries/find-ids.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import { nameItems } from '../entries/name-related.ts'
import { toFile } from '../entries/shape-values.ts'
import type { ManagementContext } from '../management-context.ts'

const MOST = 100

export async function namedInChanges(
  context: ManagementContext,
  { type, access }: ManagedType,
  data: EntryInput,
): Promise<{ related: Readonly<Record<string, readonly RelationItem[]>>; files: readonly FileValue[] }> {
  const { schema } = context
  const related: Record<string, readonly RelationItem[]> = {}
  let files: readonly FileValue[] = []
  for (const [uid, ids] of namedIds(type, data, schema)) {
    const target = schema.types.get(uid)
    if (target === undefined || uid.startsWith('admin::')) continue
    const named = [...ids].slice(0, MOST)
    if (uid === FILE_UID) files = await readFiles(context, { type: target, access }, named)
    else related[uid] = await nameItems(context, access, { uid, ids: named })
  }
  return { related, files }
}

async function readFiles(
  context: ManagementContext,
  files: Pick<ManagedType, 'type' | 'access'>,
  ids: readonly number[],
): Promise<readonly FileValue[]> {
  const { data } = await readList(context, files, {
    filters: { id: { $in: ids.map(String) } },
    pagination: { pageSize: String(MOST), withCount: 'false' },
  })
  return data.map(toFile)
}

/** The ids that are set or connected, by the uid of their type. */
function namedIds(
  model: Model,
  data: Readonly<Record<string, unknown>>,
  schema: Schema,
): ReadonlyMap<string, Set<number>> {
  const found = new Map<string, Set<number>>()
  const collect = (inside: Model, values: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(values)) {
      const attribute = inside.attributes.get(name)
      if (attribute?.kind === 'relation' || attribute?.kind === 'media') {
        const input = parseRelationInput(value)
        const items = input === null ? [] : input.kind === 'set' ? input.items : input.connect
        const ids = items.flatMap(({ id }) => idOf(id) ?? [])
        if (ids.length > 0) found.set(attribute.target, new Set([...(found.get(attribute.target) ?? []), ...ids]))
      } else if (attribute?.kind === 'component' || attribute?.kind === 'zone') {
        for (const item of Array.isArray(value) ? value : [value]) {
          const uid = attribute.kind === 'component' ? attribute.target : isPlainObject(item) ? item.__component : ''
          if (isPlainObject(item) && schema.components.has(String(uid))) collect(modelOf(schema, String(uid)), item)
        }
      }
    }
  }
  collect(model, data)
  return found
}
