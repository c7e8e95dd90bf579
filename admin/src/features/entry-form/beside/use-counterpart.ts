import { useCallback, useSyncExternalStore } from 'react'
import { useForm } from '../form-context.tsx'
import { counterpart } from '../store/align-parts.ts'

/** Where the other locale has what is at a path here; `null` if it has no such part. */
export function useCounterpart(path: string): string | null {
  const { store, beside } = useForm()
  const subscribe = useCallback(
    (listener: () => void) => store.values.subscribeAll(key => path.startsWith(`${key}.`) && listener()),
    [store, path],
  )
  return useSyncExternalStore(subscribe, () => (beside === null ? null : counterpart(store, beside.store, path)))
}
