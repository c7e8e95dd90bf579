/** What a person may see of a record: the fields of their role, and references to entries that they may read. */
import type { RecordedValues } from '../../admin-api/history-api.ts'
import type { JsonObject } from '../../admin-api/route-types.ts'
import type { EntryRecord } from '../../history/version-record.ts'
import { coversPath } from '../../plan/placed-model.ts'
import type { Attribute, Model } from '../../schema/schema.ts'
import { coveredIds, type ManagedType } from '../entries/managed-type.ts'
import { titleOf } from '../entries/shape-values.ts'
import type { ManagementContext } from '../management-context.ts'
import { namedInChanges } from '../pending/pending-names.ts'
import { type ActionGrant, isManaged } from '../rights/admin-rights.ts'
import { rowCondition } from '../rights/row-conditions.ts'
import { type Body, recordBody, referencedIds } from './record-body.ts'

/** In the form of a body. */
export async function shownRecord(
  context: ManagementContext,
  managed: ManagedType,
  record: EntryRecord,
): Promise<Body> {
  const { schema } = context
  const isReadable = await readableReferences(context, managed, [record])
  return recordBody(schema, managed.type, record, {
    includes: (attribute, path, model) => isShown(managed.grant, attribute, path, model),
    keeps: ({ type, id }) => isReadable(type, id),
  })
}

/** The same, with the names of what it leads to. */
export async function shownValues(
  context: ManagementContext,
  managed: ManagedType,
  record: EntryRecord,
): Promise<RecordedValues> {
  const values = (await shownRecord(context, managed, record)) as JsonObject
  return { values, ...(await namedInChanges(context, managed, values)) }
}

/** The value of the main field, if the person may read it. */
export async function shownTitle(
  { schema, views }: ManagementContext,
  { type, grant }: ManagedType,
  { id, record }: { readonly id: number; readonly record: EntryRecord },
): Promise<string> {
  const view = await views.all()
  const attributes = recordBody(schema, type, record, {
    includes: (attribute, path, model) => attribute.kind === 'scalar' && isShown(grant, attribute, path, model),
    keeps: () => false,
  })
  const titleField = (model: Model) => view(model).settings.mainField
  return titleOf(
    type,
    { id, attributes: attributes as Parameters<typeof titleOf>[1]['attributes'] },
    { schema, titleField },
  )
}

/** Private attributes of built-in types are never shown. */
function isShown({ fields }: ActionGrant, attribute: Attribute, path: string, model: Model): boolean {
  if (attribute.private && model.kind === 'type' && !model.userDefined) return false
  if (attribute.kind === 'relation' && attribute.target.startsWith('admin::')) return false
  return coversPath(fields, path)
}

export type ReadableReference = (uid: string, id: number) => boolean

/** Of entries that no longer exist, only those whose type the person may read without a condition. */
export async function readableReferences(
  context: ManagementContext,
  managed: ManagedType,
  records: readonly EntryRecord[],
): Promise<ReadableReference> {
  const { schema } = context
  const readable = new Map<string, ReadonlySet<number> | 'all'>()
  for (const record of records)
    for (const [uid, ids] of referencedIds(schema, managed.type, record)) {
      const open = await openIds(context, managed, uid, [...ids])
      const known = readable.get(uid)
      readable.set(uid, open === 'all' || known === 'all' ? 'all' : new Set([...(known ?? []), ...open]))
    }
  return (uid, id) => {
    const open = readable.get(uid)
    return open === 'all' || open?.has(id) === true
  }
}

async function openIds(
  context: ManagementContext,
  { rights }: ManagedType,
  uid: string,
  ids: readonly number[],
): Promise<readonly number[] | 'all'> {
  const type = context.schema.types.get(uid)
  if (type === undefined || uid.startsWith('admin::')) return []
  const grant = rights.grant(uid, 'read')
  if (!isManaged(type)) return 'all'
  if (grant === null) return []
  if (rowCondition(context.schema, type, grant) === null) return 'all'
  return coveredIds(context, { type }, grant, ids)
}
