/** What a transaction does to entries, collected while it runs, for the feed of changes. */
import type { ChangeAction } from '../../changes/change.ts'
import type { Marks } from '../../kept/dependencies/row-marks.ts'
import type { ScalarWrite } from '../../plan/write/write-plan.ts'
import type { ContentType, Model } from '../../schema/schema.ts'

/** An entry before it is changed. */
export interface StoredEntry {
  readonly isDraft: boolean
  readonly locale: string | null
  /** What others are told of it; absent if nobody has looked. */
  readonly marks?: Marks | undefined
}

export interface NotedChange {
  readonly model: ContentType
  readonly id: number
  readonly action: ChangeAction
  /** Absent: not known. */
  readonly locale?: string | null | undefined
}

export class NotedChanges {
  readonly #stored = new Map<string, StoredEntry>()
  readonly #changes = new Map<string, NotedChange>()

  get list(): readonly NotedChange[] {
    return [...this.#changes.values()]
  }

  /** An entry as it was before the transaction changes it. */
  found(model: Model, id: number, stored: StoredEntry): void {
    this.#stored.set(keyOf(model, id), stored)
  }

  /** What others are told of an entry that is about to be changed. Called once, because afterwards it is another. */
  takeMarks(model: Model, id: number): Marks | undefined {
    const key = keyOf(model, id)
    const stored = this.#stored.get(key)
    if (stored !== undefined) this.#stored.set(key, { ...stored, marks: undefined })
    return stored?.marks
  }

  created(model: Model, id: number, scalars: readonly ScalarWrite[]): void {
    if (model.kind !== 'type') return
    const locale = scalarOf(scalars, 'locale')
    this.#note({ model, id, action: 'create', locale: typeof locale === 'string' ? locale : null })
  }

  updated(model: Model, id: number, scalars: readonly ScalarWrite[]): void {
    if (model.kind !== 'type') return
    const stored = this.#stored.get(keyOf(model, id))
    const action = stored === undefined ? 'update' : updateOf(model, stored, scalars)
    this.#note({ model, id, action, locale: stored?.locale })
  }

  deleted(model: Model, id: number): void {
    if (model.kind === 'type')
      this.#note({ model, id, action: 'delete', locale: this.#stored.get(keyOf(model, id))?.locale })
  }

  /** An entry that is changed twice in one transaction has changed once for everybody else. */
  #note(change: NotedChange): void {
    const key = keyOf(change.model, change.id)
    const before = this.#changes.get(key)
    this.#changes.delete(key)
    if (before?.action === 'create' && change.action === 'delete') return
    const action = before === undefined || change.action === 'delete' ? change.action : before.action
    const isPublished = action === 'update' && change.action !== 'update'
    this.#changes.set(key, { ...change, action: isPublished ? change.action : action })
  }
}

function updateOf(
  { draftAndPublish }: ContentType,
  { isDraft }: StoredEntry,
  scalars: readonly ScalarWrite[],
): ChangeAction {
  const publishedAt = scalarOf(scalars, 'publishedAt')
  if (!draftAndPublish || publishedAt === undefined || isDraft === (publishedAt === null)) return 'update'
  return isDraft ? 'publish' : 'unpublish'
}

function scalarOf(scalars: readonly ScalarWrite[], name: string): ScalarWrite['value'] | undefined {
  return scalars.find(({ attribute }) => attribute.name === name)?.value
}

function keyOf({ uid }: Model, id: number): string {
  return `${uid} ${id}`
}
