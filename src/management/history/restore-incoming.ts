/** The relations of others that led to a deleted entry lead to it again, at the end of their lists. */
import type { LostReference } from '../../admin-api/history-api.ts'
import { storeLink } from '../../content/write/store/store-links.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import type { EntryRecord } from '../../history/version-record.ts'
import type { ContentType, Model, RelationAttribute } from '../../schema/schema.ts'
import { selectExisting, selectWhere, updateWhere } from '../../sql/compile-write.ts'
import { selectChildren } from '../../sql/links/change-links.ts'
import type { SqlValue } from '../../sql/statement.ts'

/** Returns those that cannot: their entry is gone, or leads elsewhere now. */
export async function restoreIncoming(
  scope: WriteScope,
  type: ContentType,
  { record, id }: { readonly record: EntryRecord; readonly id: number },
): Promise<readonly LostReference[]> {
  const lost: LostReference[] = []
  for (const { model: uid, attribute: field, ids } of record.incoming ?? []) {
    const model = scope.schema.types.get(uid) ?? scope.schema.components.get(uid)
    const attribute = model?.attributes.get(field)
    if (model === undefined || model.table === null || attribute?.kind !== 'relation' || attribute.target !== type.uid)
      continue
    const there = new Set((await scope.ask(selectExisting(model.table, ids))).map(([owner]) => Number(owner)))
    for (const owner of ids) {
      const reason = there.has(owner) ? await linkAgain(scope, { model, attribute, owner }, id) : 'gone'
      if (reason !== null) lost.push({ field, uid, id: owner, reason })
    }
  }
  return lost
}

interface Owner {
  readonly model: Model
  readonly attribute: RelationAttribute
  readonly owner: number
}

/** `null` if it is linked. */
async function linkAgain(scope: WriteScope, { model, attribute, owner }: Owner, id: number): Promise<'taken' | null> {
  const { link } = attribute
  if (link?.kind === 'parent-column' && model.table !== null) {
    const key = new Map<string, SqlValue>([['id', owner]])
    const [row] = await scope.ask(selectWhere([link.column], model.table, key))
    if (row?.[0] !== null) return 'taken'
    scope.send(model.table, updateWhere(model.table, new Map([[link.column, id]]), key))
    return null
  }
  if (link?.kind !== 'table') return 'taken'
  if (!attribute.many && (await scope.ask(selectChildren(link, owner))).length > 0) return 'taken'
  const connect = [{ id, position: { kind: 'end' as const } }]
  const change = { kind: 'patch' as const, connect, disconnect: [], strict: false }
  await storeLink(scope, { model, id: owner, isNew: false }, { attribute, change })
  return null
}
