/** The files and folders that are ticked. */
import { useState } from 'react'

export interface Marked {
  readonly files: ReadonlySet<number>
  readonly folders: ReadonlySet<number>
  readonly toggle: (kind: 'files' | 'folders', ids: readonly number[], on: boolean) => void
  readonly clear: () => void
}

const NOTHING: ReadonlySet<number> = new Set()

/** `place` names what can be ticked; another place starts with nothing. */
export function useMarked(place: string): Marked {
  const nothing = { place, files: NOTHING, folders: NOTHING }
  const [state, setState] = useState(nothing)
  const current = state.place === place ? state : nothing
  return {
    files: current.files,
    folders: current.folders,
    toggle: (kind, ids, on) => {
      const next = new Set(current[kind])
      for (const id of ids) on ? next.add(id) : next.delete(id)
      setState({ ...current, [kind]: next })
    },
    clear: () => setState(nothing),
  }
}
