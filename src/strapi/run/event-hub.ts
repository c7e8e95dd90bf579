/** `strapi.eventHub`: what a project's code tells itself, and the entries that were written, which Strapi tells here. */
import { EventEmitter } from 'node:events'

export type EntryEvent = 'entry.create' | 'entry.update' | 'entry.delete'

type Listener = (...values: unknown[]) => unknown

export interface EventHub {
  /** `strapi.eventHub` itself. */
  readonly object: object
  hears(event: EntryEvent): boolean
  emit(event: string, ...values: unknown[]): Promise<void>
}

export function createEventHub(): EventHub {
  const events = new EventEmitter()
  const everyone = new Set<Listener>()
  const emit = async (name: string, ...values: unknown[]) => {
    for (const listener of everyone) await listener(name, ...values)
    for (const listener of events.listeners(name)) await listener(...values)
  }
  const off = (name: string, listener: Listener) => events.off(name, listener)
  return {
    object: {
      emit,
      on: (name: string, listener: Listener) => {
        events.on(name, listener)
        return () => off(name, listener)
      },
      once: (name: string, listener: Listener) => events.once(name, listener),
      off,
      removeListener: off,
      removeAllListeners: () => events.removeAllListeners(),
      subscribe: (listener: Listener) => {
        everyone.add(listener)
        return () => everyone.delete(listener)
      },
      unsubscribe: (listener: Listener) => everyone.delete(listener),
    },
    hears: name => everyone.size > 0 || events.listenerCount(name) > 0,
    emit,
  }
}
