/** What one person may know of the changes: those of the types and entries that they may read. */
import type { ChangeEvent } from '../../admin-api/draft-api.ts'
import { loadAdministrators } from '../../identity/administrators/administrators.ts'
import { readList } from '../entries/find-ids.ts'
import { coversAll, managedType } from '../entries/managed-type.ts'
import { personName } from '../entries/shape-values.ts'
import type { ManagementContext } from '../management-context.ts'
import { type AdminRights, isManaged } from '../rights/admin-rights.ts'
import type { FeedEvent } from './feed-event.ts'

type EntryEvent = FeedEvent & { readonly kind: 'entry' }

/** The events of one stream. The rights stay the same as long as it lasts. */
export class PersonEvents {
  readonly #context: ManagementContext
  readonly #rights: AdminRights
  /** The state of each type of which the person may read only some entries: what has changed among them is told by it. */
  readonly #states = new Map<string, string>()

  constructor(context: ManagementContext, rights: AdminRights) {
    this.#context = context
    this.#rights = rights
  }

  async start(): Promise<void> {
    for (const uid of this.#readable()) if (this.#isLimited(uid)) this.#states.set(uid, await this.#stateOf(uid))
  }

  /** `null` for an event that is not for this person. */
  async shown(event: FeedEvent): Promise<ChangeEvent | null> {
    if (event.kind === 'rights') return null
    if (event.kind === 'ready') return (await this.#isAnyChanged()) ? event : null
    if (this.#rights.grant(event.uid, 'read') === null) return null
    if (event.kind === 'entry') return this.#entryEvent(event)
    const others = event.people.filter(({ person }) => person.id !== this.#rights.administrator.id)
    return (await this.#isCovered(event.uid, event.id)) ? { ...event, people: others } : null
  }

  async #entryEvent(event: EntryEvent): Promise<ChangeEvent | null> {
    const by = event.by === null ? null : await nameOf(this.#context, event.by)
    if (!this.#isLimited(event.uid)) return { ...event, by }
    if (event.id === null || event.action === 'delete')
      return (await this.#isChanged(event.uid)) ? { ...event, id: null, action: 'update', by: null } : null
    if (!(await this.#isCovered(event.uid, event.id))) return null
    await this.#isChanged(event.uid)
    return { ...event, by }
  }

  /** Somebody who may read all entries of a type may know that all types have changed. */
  async #isAnyChanged(): Promise<boolean> {
    const uids = this.#readable()
    if (uids.some(uid => !this.#isLimited(uid))) return true
    let found = false
    for (const uid of uids) found = (await this.#isChanged(uid)) || found
    return found
  }

  async #isChanged(uid: string): Promise<boolean> {
    const before = this.#states.get(uid)
    const now = await this.#stateOf(uid)
    this.#states.set(uid, now)
    return now !== before
  }

  async #stateOf(uid: string): Promise<string> {
    const { data, meta } = await readList(this.#context, managedType(this.#context, this.#rights, uid), {
      fields: ['updatedAt'],
      sort: ['updatedAt:desc', 'id:desc'],
      pagination: { pageSize: '1', withCount: 'true' },
    })
    return JSON.stringify([meta.pagination.total, data[0]?.id, data[0]?.attributes.updatedAt])
  }

  #readable(): readonly string[] {
    const types = [...this.#context.schema.types.values()].filter(type => isManaged(type) && type.table !== null)
    return types.map(({ uid }) => uid).filter(uid => this.#rights.grant(uid, 'read') !== null)
  }

  #isLimited(uid: string): boolean {
    const grant = this.#rights.grant(uid, 'read')
    return grant !== null && (grant.creators !== null || grant.locales !== null)
  }

  async #isCovered(uid: string, id: number): Promise<boolean> {
    const managed = managedType(this.#context, this.#rights, uid)
    return coversAll(this.#context, managed, managed.grant, [id])
  }
}

async function nameOf({ admin }: ManagementContext, id: number): Promise<{ id: number; name: string }> {
  const person = (await loadAdministrators(admin)).find(other => other.id === id)
  return { id, name: person === undefined ? `#${id}` : personName(id, { ...person }) }
}
