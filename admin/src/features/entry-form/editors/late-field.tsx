/** What is loaded apart and drawn at once if it is here already: `lazy` shows grey lines first, even then. */
import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'

export interface LateField<Props> {
  readonly load: () => Promise<unknown>
  readonly isLoaded: () => boolean
  /** Itself, or what waits for it. */
  readonly shown: () => ComponentType<Props>
}

export function lateField<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LateField<Props> {
  let loaded: ComponentType<Props> | undefined
  const keep = async () => {
    const part = await load()
    loaded = part.default
    return part
  }
  const waiting = lazy(keep) as unknown as ComponentType<Props>
  return { load: keep, isLoaded: () => loaded !== undefined, shown: () => loaded ?? waiting }
}

interface LateProps<Props> {
  readonly field: LateField<Props>
  readonly props: Props
}

export function Late<Props extends object>({ field, props }: LateProps<Props>): ReactNode {
  const [shown] = useState(field.shown)
  return createElement(shown, props)
}
