/** What one person may know of the changes: those of the types and entries that they may read. */
import type { ChangeEvent } from '../../admin-api/draft-api.ts'
import { loadAdministrators } from '../../identity/administrators/administrators.ts'
import { coversAll, managedType } from '../entries/managed-type.ts'
import { personName } from '../entries/shape-values.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import type { FeedEvent } from './change-feed.ts'

/** `null` for an event that is not for this person. */
export async function eventFor(
  context: ManagementContext,
  rights: AdminRights,
  event: FeedEvent,
): Promise<ChangeEvent | null> {
  if (event.kind === 'ready') return event
  const grant = rights.grant(event.uid, 'read')
  if (grant === null) return null
  const limited = grant.conditions.length > 0 || grant.locales !== null
  if (event.kind === 'presence') {
    const others = event.people.filter(({ person }) => person.id !== rights.administrator.id)
    return limited && !(await isCovered(context, rights, event.uid, event.id)) ? null : { ...event, people: others }
  }
  const by = event.by === null ? null : await nameOf(context, event.by)
  if (!limited || event.id === null) return { ...event, by }
  // Nobody can tell any more whether the person was allowed to read it.
  if (event.action === 'delete') return { ...event, id: null, action: 'update', by: null }
  return (await isCovered(context, rights, event.uid, event.id)) ? { ...event, by } : null
}

function isCovered(context: ManagementContext, rights: AdminRights, uid: string, id: number): Promise<boolean> {
  const managed = managedType(context, rights, uid)
  return coversAll(context, managed, managed.grant, [id])
}

async function nameOf({ admin }: ManagementContext, id: number): Promise<{ id: number; name: string }> {
  const person = (await loadAdministrators(admin)).find(other => other.id === id)
  return { id, name: person === undefined ? `#${id}` : personName(id, { ...person }) }
}
