/** What can be done on the page that is open, for the command palette. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { IconName } from '../display/icon.tsx'

export interface PageAction {
  readonly label: string
  readonly icon: IconName
  readonly run: () => void
}

let actions: readonly PageAction[] = []
const listeners = new Set<() => void>()

function change(next: readonly PageAction[]): void {
  actions = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** As long as the page is shown. Absent: it has none, as a form in a drawer over another one. */
export function useOfferActions(offered: readonly PageAction[] | undefined): void {
  const newest = useRef(offered)
  newest.current = offered
  const key = offered?.map(({ label }) => label).join('\n')
  useEffect(() => {
    if (key === undefined || key === '') return undefined
    change(newest.current!.map((action, index) => ({ ...action, run: () => newest.current?.[index]?.run() })))
    return () => change([])
  }, [key])
}

export function usePageActions(): readonly PageAction[] {
  return useSyncExternalStore(subscribe, () => actions)
}
