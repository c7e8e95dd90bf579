/** The parts of `parts.ts`, for the components that stand in the page. */
import { useCallback, useEffect, useState } from 'react'
import { useUiTexts } from '../../theme/ui-texts.ts'
import { showToast } from '../toast.tsx'
import type { LatePart } from './late-part.ts'

export interface Arriving<Value> {
  readonly value: Value | undefined
  readonly error: unknown
  readonly retry: () => void
}

/** For what is open because the page says so. It is loaded when it is wanted for the first time. */
export function useArriving<Value>(part: LatePart<Value>, isWanted: boolean): Arriving<Value> {
  const [value, setValue] = useState(part.get)
  const [error, setError] = useState<unknown>()
  const retry = useCallback(() => {
    setError(undefined)
    part.load().then(
      loaded => setValue(() => loaded),
      (failure: unknown) => setError(failure),
    )
  }, [part])
  const present = value ?? part.get()
  const isMissing = isWanted && present === undefined
  useEffect(() => {
    if (isMissing) retry()
  }, [isMissing, retry])
  return { value: present, error, retry }
}

export interface Opening<Value> {
  /** Once it has been opened for the first time. */
  readonly value: Value | undefined
  /** For the control that opens it, as long as there is no `value`. */
  readonly trigger: {
    readonly onClick: () => void
    readonly onPointerEnter: () => void
    readonly onFocus: () => void
  }
}

/** For what a control opens. The first click waits for it, and opens nothing if the person has gone on to something else. */
export function useOpening<Value>(part: LatePart<Value>): Opening<Value> {
  const { partFailed } = useUiTexts()
  const [isOpened, setOpened] = useState(false)
  const open = () => {
    const focused = document.activeElement
    part.load().then(
      () => document.activeElement === focused && setOpened(true),
      () => showToast({ message: partFailed, look: 'error' }),
    )
  }
  return {
    value: isOpened ? part.get() : undefined,
    trigger: { onClick: open, onPointerEnter: part.prepare, onFocus: part.prepare },
  }
}
