/** The widths that a person gave to the columns of a list, in pixels. They are the same on every computer. */
import { useRef, useState } from 'react'
import { usePreferences } from '../../../api/preferences.ts'

export const NARROWEST = 64
export const WIDEST = 900

/** By the name of the column. */
export type Widths = Readonly<Record<string, number>>

export interface ColumnWidths {
  readonly shown: Widths
  /** While it is dragged. `null`: as wide as the table makes it. */
  readonly show: (name: string, width: number | null) => void
  readonly keep: () => void
}

export function useColumnWidths(uid: string): ColumnWidths {
  const [{ columnWidths = {} }, change] = usePreferences()
  const [changed, setChanged] = useState<Widths>()
  const newest = useRef<Widths>({})
  newest.current = changed ?? columnWidths[uid] ?? {}
  return {
    shown: newest.current,
    show: (name, width) => {
      const { [name]: _, ...others } = newest.current
      const rounded = width === null ? {} : { [name]: Math.round(Math.max(NARROWEST, Math.min(width, WIDEST))) }
      newest.current = { ...others, ...rounded }
      setChanged(newest.current)
    },
    keep: () => change({ columnWidths: { ...columnWidths, [uid]: newest.current } }),
  }
}
