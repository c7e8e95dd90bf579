/** Which references of a record can come back, and which cannot: their entry is gone, or another one has taken it. */
import type { LostReference } from '../../admin-api/history-api.ts'
import { inverseOf, type WriteScope } from '../../content/write/write-scope.ts'
import type { EntryRecord } from '../../history/version-record.ts'
import { coversPath } from '../../plan/placed-model.ts'
import { type Attribute, modelOf, type RelationAttribute } from '../../schema/schema.ts'
import { selectExisting, selectWhere } from '../../sql/compile-write.ts'
import type { SqlValue } from '../../sql/statement.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { recordBody, referencedIds } from './record-body.ts'
import { readableReferences } from './shown-record.ts'

/** `owner`: the entry itself, if it exists. */
export async function lostReferences(
  scope: WriteScope,
  { type }: Pick<ManagedType, 'type'>,
  record: EntryRecord,
  owner: number | null,
): Promise<readonly LostReference[]> {
  const { schema } = scope
  const there = new Map<string, ReadonlySet<number>>()
  for (const [uid, ids] of referencedIds(schema, type, record)) {
    const { table } = modelOf(schema, uid)
    const rows = table === null ? [] : await scope.ask(selectExisting(table, [...ids]))
    there.set(uid, new Set(rows.map(([id]) => Number(id))))
  }
  const found: LostReference[] = []
  const exclusive: { attribute: RelationAttribute; id: number; field: string }[] = []
  recordBody(schema, type, record, {
    includes: () => true,
    keeps: ({ type: uid, id }, attribute, field) => {
      if (there.get(uid)?.has(id) !== true) found.push({ field, uid, id, reason: 'gone' })
      else if (isExclusive(scope, attribute) && !field.includes('.')) exclusive.push({ attribute, id, field })
      return true
    },
  })
  for (const { attribute, id, field } of exclusive)
    if (await isTaken(scope, attribute, id, owner)) found.push({ field, uid: attribute.target, id, reason: 'taken' })
  return found
}

/** An entry that only one other may have. */
function isExclusive({ schema }: WriteScope, attribute: Attribute): attribute is RelationAttribute {
  if (attribute.kind !== 'relation' || attribute.link?.kind !== 'table') return false
  const inverse = inverseOf(attribute, schema)
  return inverse !== undefined && !inverse.many
}

async function isTaken(scope: WriteScope, { link }: RelationAttribute, child: number, owner: number | null) {
  if (link?.kind !== 'table') return false
  const key = new Map<string, SqlValue>([
    [link.childColumn, child],
    ...link.fixed.map(part => [part.column, part.value] as const),
  ])
  const rows = await scope.ask(selectWhere([link.parentColumn], link.table, key))
  return rows.some(([parent]) => Number(parent) !== owner)
}

/** Those that the person may know of. */
export async function shownLost(
  context: ManagementContext,
  managed: ManagedType,
  record: EntryRecord,
  lost: readonly LostReference[],
): Promise<readonly LostReference[]> {
  const isReadable = await readableReferences(context, managed, [record])
  const { rights, grant } = managed
  return lost.filter(({ field, uid, id }) =>
    isReadable(uid, id) ? coversPath(grant.fields, field) : rights.superAdmin,
  )
}
