/** What an address for looking at an unpublished entry shows. */
import { makeAccess } from '../../identity/access/make-access.ts'
import { loadRoleAccess } from '../../identity/access/role-rights.ts'
import { type Access, may } from '../../plan/access.ts'
import { type Condition, combine, UNKNOWN } from '../../plan/read/conditions/condition.ts'
import { type ContentType, isScalar } from '../../schema/schema.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'

/**
 * What the public may read, and in any case the entry itself, as far as the person may read it. Other entries of its type are
 * there only if the public gets them.
 */
export async function previewAccess(
  { database, schema, rules }: ManagementContext,
  { type, access: own }: ManagedType,
  id: number,
): Promise<Access> {
  const { uid } = type
  const role = await loadRoleAccess(database, schema, 'public')
  const known = rules === undefined ? role : await rules.forRole(role, 'public', null)
  const fields = new Map(role.fields)
  const readable = both(role.fields.get(uid), own.fields.get(uid))
  if (readable !== undefined) fields.set(uid, readable)
  const made = makeAccess([...role.actions, `${uid}.find`, `${uid}.findOne`, `${uid}.findDrafts`], { fields })
  const others = may(role, `${uid}.find`)
    ? combine('all', [isPublished(type), known.rows?.get(uid)?.read ?? null])
    : UNKNOWN
  const isIt: Condition = { kind: 'test', column: { kind: 'id' }, test: { kind: 'in', values: [id] }, negated: false }
  const rows = new Map(known.rows)
  if (others !== null) rows.set(uid, { read: combine('any', [isIt, others])! })
  const parts = own.componentFields?.get(uid)
  return {
    ...made,
    fingerprint: `preview ${made.fingerprint} ${known.fingerprint} ${own.fingerprint} ${uid} ${id}`,
    rows,
    ...(parts === undefined ? {} : { componentFields: new Map([[uid, parts]]) }),
  }
}

function isPublished(type: ContentType): Condition | null {
  const attribute = type.draftAndPublish ? type.attributes.get('publishedAt') : undefined
  if (!isScalar(attribute)) return null
  return { kind: 'test', column: { kind: 'scalar', attribute }, test: { kind: 'null' }, negated: true }
}

/** The names in both lists; `undefined` is a list of all names. */
function both(
  one: ReadonlySet<string> | undefined,
  other: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return new Set([...one].filter(name => other.has(name)))
}
