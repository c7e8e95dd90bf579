import { useSyncExternalStore } from 'react'

/** Whether the menus do not fit beside the page. */
export const useNarrow = mediaHook('(max-width: 899px)')

/** Whether two menus beside the page would leave too little room for it. */
export const useMedium = mediaHook('(max-width: 1439px)')

function mediaHook(text: string): () => boolean {
  const query = matchMedia(text)
  const subscribe = (listener: () => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => query.matches)
}
