import type { ReactNode } from 'react'
import styles from './badge.module.css'

/** `good`: live. `waiting`: not yet. `changed`: differs from what is live. `bad`: needs a person. */
export type BadgeLook = 'neutral' | 'good' | 'waiting' | 'changed' | 'bad'

/** A word about the state of something. The word carries the meaning; the colour only repeats it. */
export function Badge({
  children,
  look = 'neutral',
}: {
  readonly children: ReactNode
  readonly look?: BadgeLook
}): ReactNode {
  return (
    <span className={styles.badge} data-look={look}>
      {children}
    </span>
  )
}
