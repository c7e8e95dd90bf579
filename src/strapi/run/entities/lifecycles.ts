/** Who listens to what the database does: `strapi.db.lifecycles`, and the lifecycle files of the project. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { createEventHub, type EventHub } from '../event-hub.ts'
import type { StrapiModels } from '../strapi-types.ts'
import type { LifecycleAction, LifecycleEvent, LifecycleParams, Lifecycles } from './lifecycle-events.ts'
import { lifecycleHooks } from './lifecycle-hooks.ts'
import { modelMetadata } from './model-metadata.ts'

export type { Lifecycles } from './lifecycle-events.ts'

export function createLifecycles(models: StrapiModels, events: EventHub = createEventHub()): Lifecycles {
  let subscribers: Subscriber[] = []
  let enabled = true
  const depths = new AsyncLocalStorage<number>()
  const lifecycles: Lifecycles = {
    get hooks() {
      return hooks
    },
    readResult: undefined,
    shown: undefined,
    isTold: event => events.hears(event),
    tell: async (event, uid, entry) => {
      if (!events.hears(event)) return
      const { modelName: model } = models.contentTypes[uid]!
      await events.emit(event, { model, uid, entry: await lifecycles.shown?.(uid, entry) })
    },
    subscribe: subscriber => {
      if (typeof subscriber !== 'function' && (typeof subscriber !== 'object' || subscriber === null))
        throw new Error('Invalid subscriber. Expected function or object')
      subscribers.push(subscriber as Subscriber)
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
      stamp(action, properties.params)
      for (const subscriber of [...subscribers]) {
        if (!isFor(subscriber, uid, action)) continue
        const state = states.get(subscriber) ?? {}
        const event: LifecycleEvent = { action, model: modelMetadata(models, uid), state, ...properties }
        const depth = (depths.getStore() ?? 0) + 1
        if (depth > DEEPEST) throw new Error(`The listeners to ${action} of ${uid} cause themselves`)
        await depths.run(depth, () =>
          typeof subscriber === 'function' ? subscriber(event) : subscriber[action]!(event),
        )
        if (event.state) states.set(subscriber, event.state)
      }
      return states
    },
  }
  const hooks = lifecycleHooks(lifecycles)
  return lifecycles
}

type Listen = (event: LifecycleEvent) => unknown

/** A function for all events, or functions by event. */
type Subscriber =
  | Listen
  | ({ readonly models?: readonly string[] } & Readonly<Partial<Record<LifecycleAction, Listen>>>)

/** Listeners may write, which others, or they themselves, listen to. */
const DEEPEST = 20

const READS: readonly LifecycleAction[] = [
  'beforeFindOne',
  'afterFindOne',
  'beforeFindMany',
  'afterFindMany',
  'beforeCount',
  'afterCount',
]

function isFor(subscriber: Subscriber, uid: string, action: LifecycleAction): boolean {
  if (typeof subscriber === 'function') return true
  const { models } = subscriber
  return typeof subscriber[action] === 'function' && (!models || models.includes(uid))
}

interface Times {
  createdAt?: unknown
  updatedAt?: unknown
}

/** The times of an entry are set before any listener sees it, and a listener may change them. */
function stamp(action: LifecycleAction, { data }: LifecycleParams): void {
  const now = new Date()
  const fill = (values: Times) => {
    values.createdAt ??= now
    values.updatedAt ??= now
  }
  if (action === 'beforeCreate' && data) fill(data)
  if (action === 'beforeCreateMany' && Array.isArray(data)) data.forEach(fill)
  if (action === 'beforeUpdate' && data) Object.assign(data, { updatedAt: now })
}
