/** What listeners of a project are told, and who tells them. */
import type { ContentHooks } from '../../../content/content-hooks.ts'
import type { EntryEvent } from '../event-hub.ts'
import type { Lifecycles as LifecyclesPart } from '../strapi-types.ts'
import type { ModelMetadata } from './model-metadata.ts'

type Operation = 'Create' | 'Update' | 'Delete' | 'CreateMany' | 'UpdateMany' | 'DeleteMany' | ReadOperation
type ReadOperation = 'FindOne' | 'FindMany' | 'Count'
export type LifecycleAction = `before${Operation}` | `after${Operation}`

/** As in a call of `strapi.db.query`. Listeners may change them. */
export interface LifecycleParams {
  data?: unknown
  readonly where?: unknown
}

export interface LifecycleEvent {
  readonly action: LifecycleAction
  readonly model: ModelMetadata
  readonly params: LifecycleParams
  readonly result?: unknown
  state: unknown
}

/** The state that each listener shares between the events before and after one operation. */
export type LifecycleStates = Map<unknown, unknown>

export interface Lifecycles extends LifecyclesPart {
  readonly hooks: ContentHooks
  /** Runs the listeners in the order in which they subscribed. Throws what they throw. */
  run(
    action: LifecycleAction,
    uid: string,
    properties: { readonly params: LifecycleParams; readonly result?: unknown },
    states?: LifecycleStates,
  ): Promise<LifecycleStates>
  hears(uid: string, actions: readonly LifecycleAction[]): boolean
  disable(): void
  enable(): void
  clear(): void
  /** Whether somebody listens to `strapi.eventHub` for this. */
  isTold(event: EntryEvent): boolean
  /** Tells those who do, of an entry as everybody may see it. */
  tell(event: EntryEvent, uid: string, entry: unknown): Promise<void>
  /** What everybody may see of an entry. Set once the content can be read. */
  shown: ((uid: string, entry: unknown) => Promise<unknown>) | undefined
  /** Where the events of writes find the stored entry. Set once the content can be read. */
  readResult: ((uid: string, id: number) => Promise<unknown>) | undefined
}
