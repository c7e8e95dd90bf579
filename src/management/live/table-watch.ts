/** Which types have changed since the last look. */
import type { ContentType } from '../../schema/schema.ts'
import type { ManagementContext } from '../management-context.ts'
import { isManaged } from '../rights/admin-rights.ts'
import type { FeedEvent } from './feed-event.ts'

export class TableWatch {
  readonly #context: ManagementContext
  readonly #types: readonly ContentType[]
  readonly #known = new Map<string, number>()

  constructor(context: ManagementContext) {
    this.#context = context
    this.#types = [...context.schema.types.values()].filter(type => isManaged(type) && type.table !== null)
  }

  /** A change that is known from elsewhere. */
  seen(uid: string): void {
    const type = this.#types.find(other => other.uid === uid)
    if (type !== undefined) this.#known.set(uid, this.#versionOf(type))
  }

  changes(): readonly FeedEvent[] {
    const changed = this.#types.filter(type => this.#known.get(type.uid) !== this.#versionOf(type))
    for (const { uid } of changed) this.seen(uid)
    if (changed.length > 1 && changed.length === this.#types.length) return [{ kind: 'ready' }]
    return changed.map(({ uid }) => ({ kind: 'entry', uid, id: null, action: 'update', by: null }))
  }

  #versionOf({ table }: ContentType): number {
    return this.#context.database.versions.latest([table!])
  }
}
