/** Reports the changes of committed writes to listeners in this process. */

export interface ContentEvent {
  readonly action: 'create' | 'update' | 'delete'
  /** The uid of the content type. */
  readonly type: string
  readonly id: number
  /** Every table that the transaction changed. */
  readonly tables: ReadonlySet<string>
  /** The administrator who made the change; absent for clients of the content API. */
  readonly by?: number
}

export type ContentListener = (event: ContentEvent) => void

export interface EventStream {
  /** Called after the commit, in the order in which this process commits. A listener must not throw. */
  publish(event: ContentEvent): void
  /** Returns a function that ends the subscription. */
  subscribe(listener: ContentListener): () => void
}

export function createEventStream(): EventStream {
  const listeners = new Set<ContentListener>()
  return {
    publish: event => {
      for (const listener of listeners) listener(event)
    },
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
