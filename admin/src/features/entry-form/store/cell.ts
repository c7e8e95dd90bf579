import { useSyncExternalStore } from 'react'

/** One value that can be watched. */
export class Cell<Value> {
  private value: Value
  private readonly listeners = new Set<() => void>()

  constructor(value: Value) {
    this.value = value
  }

  readonly get = (): Value => this.value

  set(value: Value): void {
    if (Object.is(value, this.value)) return
    this.value = value
    for (const listener of [...this.listeners]) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}

export function useCell<Value>(cell: Cell<Value>): Value {
  return useSyncExternalStore(cell.subscribe, cell.get)
}
