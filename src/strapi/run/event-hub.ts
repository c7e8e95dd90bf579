/** `strapi.eventHub`: what a project's code tells itself, and the entries that were written, which Strapi tells here. */
import { type Call, CallList } from './call-list.ts'

export type EntryEvent = 'entry.create' | 'entry.update' | 'entry.delete'

export interface EventHub {
  /** `strapi.eventHub` itself. */
  readonly object: object
  hears(event: EntryEvent): boolean
  emit(event: string, ...values: unknown[]): Promise<void>
}

/** As Strapi's, but `off` and `once` never remove the listener of somebody else, and `off` may name an event without listeners. */
export function createEventHub(): EventHub {
  const listeners = new Map<string, CallList>()
  const subscribers = new CallList()
  let isDestroyed = false
  const listenersTo = (name: string) => {
    const known = listeners.get(name) ?? new CallList()
    listeners.set(name, known)
    return known
  }
  const emit = async (name: string, ...values: unknown[]) => {
    if (!isDestroyed) await listeners.get(name)?.callAll(...values)
    await subscribers.callAll(name, ...values)
  }
  const on = (name: string, listener: Call) => listenersTo(name).add(listener)
  const off = (name: string, listener: Call) => listeners.get(name)?.remove(listener)
  /** In Strapi, too, only new subscribers hear anything from then on, and no new listeners. */
  const destroy = () => {
    isDestroyed = true
    listeners.clear()
    subscribers.clear()
    return object
  }
  const object = {
    emit,
    on,
    addListener: on,
    once: (name: string, listener: Call) => listenersTo(name).add(listener, { once: true }),
    off,
    removeListener: off,
    subscribe: (subscriber: Call) => subscribers.add(subscriber),
    unsubscribe: (subscriber: Call) => subscribers.remove(subscriber),
    destroy,
    removeAllListeners: destroy,
  }
  return {
    object,
    hears: name => subscribers.size > 0 || (!isDestroyed && (listeners.get(name)?.size ?? 0) > 0),
    emit,
  }
}
