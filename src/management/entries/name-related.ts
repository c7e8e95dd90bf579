/** Names the related entries that a form or a list shows. Those that the person may not read keep their id alone. */
import type { EntryValue, EntryValues, RelationItem, RelationValue } from '../../admin-api/content-api.ts'
import { type Access, namesHidden } from '../../plan/access.ts'
import type { QueryObject } from '../../query/query-value.ts'
import { type ContentType, type Model, modelOf, type Schema } from '../../schema/schema.ts'
import type { ManagementContext } from '../management-context.ts'
import { itemFields } from './entry-query.ts'
import { readList } from './find-ids.ts'
import { hiddenItem, toItem } from './shape-values.ts'

const AT_ONCE = 100

/** The values of entries of one type, with one statement for each type that they lead to. */
export async function nameRelated(
  context: ManagementContext,
  { type, access }: { readonly type: ContentType; readonly access: Access },
  entries: readonly EntryValues[],
): Promise<readonly EntryValues[]> {
  const { schema } = context
  const unnamed = new Map<string, Set<number>>()
  const collect = (uid: string, item: RelationItem): RelationItem => {
    if (item.readable === false) unnamed.set(uid, (unnamed.get(uid) ?? new Set()).add(item.id))
    return item
  }
  for (const values of entries) mapItems(type, values, schema, collect)
  if (unnamed.size === 0) return entries
  const known = new Map<string, RelationItem>()
  for (const [uid, ids] of unnamed)
    for (const item of await readable(context, access, { uid, ids: [...ids] })) known.set(`${uid} ${item.id}`, item)
  return entries.map(values => mapItems(type, values, schema, (uid, item) => known.get(`${uid} ${item.id}`) ?? item))
}

/** One line for each of these entries, in their order; those that do not exist or may not be read have only their id. */
export async function nameItems(
  context: ManagementContext,
  access: Access,
  { uid, ids }: { readonly uid: string; readonly ids: readonly number[] },
): Promise<readonly RelationItem[]> {
  const found = new Map((await readable(context, access, { uid, ids })).map(item => [item.id, item]))
  const isHidden = namesHidden(access, uid)
  return ids.flatMap(id => found.get(id) ?? (isHidden ? hiddenItem(id) : []))
}

async function readable(
  context: ManagementContext,
  access: Access,
  { uid, ids }: { readonly uid: string; readonly ids: readonly number[] },
): Promise<readonly RelationItem[]> {
  const { schema, views } = context
  const type = schema.types.get(uid)
  if (type === undefined) return []
  const view = await views.all()
  const titleField = (model: Model) => view(model).settings.mainField
  const found: RelationItem[] = []
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const query: QueryObject = {
      fields: itemFields(type, { access, titleField }),
      filters: { id: { $in: ids.slice(first, first + AT_ONCE).map(String) } },
      pagination: { pageSize: String(AT_ONCE), withCount: 'false' },
    }
    const { data } = await readList(context, { type, access }, query)
    found.push(...data.map(raw => toItem(type, raw, { schema, titleField })))
  }
  return found
}

type MapItem = (uid: string, item: RelationItem) => RelationItem

function mapItems(model: Model, values: EntryValues, schema: Schema, map: MapItem): EntryValues {
  const mapped = Object.entries(values).map(([name, value]) => {
    const attribute = model.attributes.get(name)
    if (value === null || value === undefined || attribute === undefined) return [name, value]
    if (attribute.kind === 'relation') {
      const { count, items } = value as RelationValue
      return [name, { count, items: items.map(item => map(attribute.target, item)) }]
    }
    if (attribute.kind !== 'component' && attribute.kind !== 'zone') return [name, value]
    const inside = (part: EntryValues): EntryValue => {
      const uid = attribute.kind === 'zone' ? String(part.__component) : attribute.target
      return mapItems(modelOf(schema, uid), part, schema, map) as EntryValue
    }
    return [name, Array.isArray(value) ? value.map(part => inside(part as EntryValues)) : inside(value as EntryValues)]
  })
  return Object.fromEntries(mapped) as EntryValues
}
