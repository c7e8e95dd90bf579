import { useSyncExternalStore } from 'react'
import type { FormStore } from '../store/form-store.ts'

/** Whether there is anything to save. Drawn again when that changes, not for every letter. */
export function useDirty(store: FormStore): boolean {
  return useSyncExternalStore(
    listener => store.changed.subscribeAll(listener),
    () => store.changed.keys().length > 0,
  )
}
