/** The entries that are ticked. They stay ticked from page to page, as long as the list is the same. */
import { useState } from 'react'

export interface Selection {
  readonly ids: ReadonlySet<number>
  /** All entries of the list, also those of other pages. */
  readonly all: boolean
  readonly has: (id: number) => boolean
  readonly toggle: (ids: readonly number[], on: boolean) => void
  readonly selectAll: () => void
  readonly clear: () => void
}

interface State {
  readonly list: string
  readonly ids: ReadonlySet<number>
  readonly all: boolean
}

/** `list` names the entries that can be chosen; another list starts with nothing. */
export function useSelection(list: string): Selection {
  const nothing: State = { list, ids: new Set(), all: false }
  const [state, setState] = useState(nothing)
  const { ids, all } = state.list === list ? state : nothing
  return {
    ids,
    all,
    has: id => all || ids.has(id),
    toggle: (changed, on) => {
      const next = new Set(ids)
      for (const id of changed) on ? next.add(id) : next.delete(id)
      setState({ list, ids: next, all: false })
    },
    selectAll: () => setState({ list, ids: new Set(), all: true }),
    clear: () => setState(nothing),
  }
}
