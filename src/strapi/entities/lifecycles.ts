/** Who listens to what the database does: `strapi.db.lifecycles`, and the lifecycle files of the project. */
type ContentHooks = Loose

import type { Lifecycles as LifecyclesPart, Loose, StrapiModels } from '../strapi-types.ts'
import { modelMetadata } from './model-metadata.ts'

type Operation = 'Create' | 'Update' | 'Delete' | 'CreateMany' | 'UpdateMany' | 'DeleteMany' | ReadOperation
type ReadOperation = 'FindOne' | 'FindMany' | 'Count'
export type LifecycleAction = `before${Operation}` | `after${Operation}`

export interface LifecycleEvent {
  readonly action: LifecycleAction
  readonly model: Loose
  readonly params: Loose
  readonly result?: unknown
  state: Loose
}

/** The state that each listener shares between the events before and after one operation. */
export type LifecycleStates = Map<unknown, unknown>

export interface Lifecycles extends LifecyclesPart {
  readonly hooks: ContentHooks
  /** Runs the listeners in the order in which they subscribed. Throws what they throw. */
  run(
    action: LifecycleAction,
    uid: string,
    properties: { readonly params: unknown; readonly result?: unknown },
    states?: LifecycleStates,
  ): Promise<LifecycleStates>
  hears(uid: string, actions: readonly LifecycleAction[]): boolean
  disable(): void
  enable(): void
  clear(): void
  /** Where the events of writes find the stored entry. Set once the content can be read. */
  readResult: ((uid: string, id: number) => Promise<unknown>) | undefined
}

export function createLifecycles(models: StrapiModels): Lifecycles {
  let subscribers: Loose[] = []
  let enabled = true
  const lifecycles: Lifecycles = {
    hooks: undefined as never,
    readResult: undefined,
    subscribe: subscriber => {
      if (typeof subscriber !== 'function' && (typeof subscriber !== 'object' || subscriber === null))
        throw new Error('Invalid subscriber. Expected function or object')
      subscribers.push(subscriber)
      return () => {
        subscribers = subscribers.filter(other => other !== subscriber)
      }
    },
    disable: () => {
      enabled = false
    },
    enable: () => {
      enabled = true
    },
    clear: () => {
      subscribers = []
    },
    hears: (uid, actions) =>
      enabled && subscribers.some(subscriber => actions.some(action => isFor(subscriber, uid, action))),
    readsAreHeard: uid => lifecycles.hears(uid, READS),
    run: async (action, uid, properties, states = new Map()) => {
      if (!enabled) return states
      stamp(action, properties.params as Loose)
      for (const subscriber of [...subscribers]) {
        if (!isFor(subscriber, uid, action)) continue
        const state = states.get(subscriber) ?? {}
        const event: LifecycleEvent = { action, model: modelMetadata(models, uid), state, ...properties }
        await (typeof subscriber === 'function' ? subscriber(event) : subscriber[action](event))
        if (event.state) states.set(subscriber, event.state)
      }
      return states
    },
  }
  return lifecycles
}

const READS: readonly LifecycleAction[] = [
  'beforeFindOne',
  'afterFindOne',
  'beforeFindMany',
  'afterFindMany',
  'beforeCount',
  'afterCount',
]

function isFor(subscriber: Loose, uid: string, action: LifecycleAction): boolean {
  if (typeof subscriber === 'function') return true
  const { models } = subscriber
  return typeof subscriber[action] === 'function' && (!models || models.includes(uid))
}

/** The times of an entry are set before any listener sees it, and a listener may change them. */
function stamp(action: LifecycleAction, { data }: { data?: Loose }): void {
  const now = new Date()
  const fill = (values: Loose) => {
    values.createdAt ??= now
    values.updatedAt ??= now
  }
  if (action === 'beforeCreate' && data) fill(data)
  if (action === 'beforeCreateMany' && Array.isArray(data)) data.forEach(fill)
  if (action === 'beforeUpdate' && data) data.updatedAt = now
}
