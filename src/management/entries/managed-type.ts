/** The content type that a request names, with what the person may do with it. */
import { passingIds } from '../../content/write/open-rows.ts'
import { readingScope } from '../../content/write/reading-scope.ts'
import { PopulusError } from '../../errors.ts'
import type { Access } from '../../plan/access.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { ManagementContext } from '../management-context.ts'
import { adminAccess } from '../rights/admin-access.ts'
import { type ActionGrant, type AdminRights, allRights, type ContentAction } from '../rights/admin-rights.ts'
import { needGrant, rowCondition } from '../rights/row-conditions.ts'

export interface ManagedType {
  readonly type: ContentType
  readonly rights: AdminRights
  /** For reading. */
  readonly access: Access
  /** What may be read. */
  readonly grant: ActionGrant
}

/** A type that the person may not read is reported like one that does not exist. */
export function managedType(context: ManagementContext, rights: AdminRights, uid: string): ManagedType {
  const type = context.schema.types.get(uid)
  const grant = type === undefined ? null : rights.grant(uid, 'read')
  if (type === undefined || grant === null) throw new PopulusError('notFound')
  return { type, rights, grant, access: adminAccess(context.schema, rights) }
}

/** The same type with all rights, for what the server must know beyond what the person may read. */
export function unlimited({ schema }: ManagementContext, { type, rights }: ManagedType): ManagedType {
  const all = allRights(schema, rights.administrator)
  return { type, rights: all, grant: all.grant(type.uid, 'read')!, access: adminAccess(schema, all) }
}

/**
 * Checks that the person may do something with these entries. Entries that they may not read do not exist for them; other
 * entries that the action does not cover are `forbidden`.
 */
export async function checkCovered(
  context: ManagementContext,
  managed: ManagedType,
  action: ContentAction,
  ids: readonly number[],
): Promise<ActionGrant> {
  const { type, rights, grant: read } = managed
  const grant = needGrant(rights, type, action)
  if (!(await coversAll(context, managed, read, ids))) throw new PopulusError('notFound')
  if (!(await coversAll(context, managed, grant, ids))) throw new PopulusError('forbidden')
  return grant
}

/** Whether a grant covers the entries: their locales and its conditions. */
export async function coversAll(
  context: ManagementContext,
  managed: Pick<ManagedType, 'type'>,
  grant: ActionGrant,
  ids: readonly number[],
): Promise<boolean> {
  return (await coveredIds(context, managed, grant, ids)).length === new Set(ids).size
}

/** Those of the entries that a grant covers, in the order of the ids. */
export async function coveredIds(
  { schema, content }: ManagementContext,
  { type }: Pick<ManagedType, 'type'>,
  grant: ActionGrant,
  ids: readonly number[],
): Promise<readonly number[]> {
  const distinct = [...new Set(ids)]
  const condition = rowCondition(schema, type, grant)
  if (condition === null) return distinct
  const found = new Set(await passingIds(await readingScope(content), type, distinct, condition))
  return distinct.filter(id => found.has(id))
}
