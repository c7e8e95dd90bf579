import type { ReactNode } from 'react'
import styles from './selectable.module.css'

export interface SelectableProps {
  /** What can be done with what is chosen; empty as long as nothing is. */
  readonly bar: ReactNode
  readonly children: ReactNode
}

/** A list with a bar over the lower edge of the window: the first choice moves nothing under the pointer. */
export function Selectable({ bar, children }: SelectableProps): ReactNode {
  return (
    <div className={styles.selectable}>
      <div className={styles.bar}>{bar}</div>
      {children}
    </div>
  )
}
