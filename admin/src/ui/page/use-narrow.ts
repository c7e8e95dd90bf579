import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 899px)')

/** Whether the menus do not fit beside the page. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
