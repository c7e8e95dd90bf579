/** The state of the page, which is also its address. The address follows a moment later, so that the page does not wait for it. */
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type ExplorerSearch, parseExplorerSearch } from './explorer-search.ts'

const route = getRouteApi('/explorer')

export function useHeldSearch(): readonly [ExplorerSearch, (change: ExplorerSearch) => void] {
  const search = parseExplorerSearch({ ...route.useSearch() })
  const navigate = route.useNavigate()
  const key = JSON.stringify(search)
  const [held, setHeld] = useState({ key, search })
  /** Addresses that come from here are behind what is held. */
  const own = useRef(new Set<string>())
  // Somebody has followed a link to another request.
  if (key !== held.key) setHeld({ key, search: own.current.has(key) ? held.search : search })
  const change = (given: ExplorerSearch) => {
    const next = parseExplorerSearch({ ...held.search, ...given })
    own.current.add(JSON.stringify(next))
    setHeld({ ...held, search: next })
    void navigate({ search: next, replace: true })
  }
  return [held.search, change]
}
