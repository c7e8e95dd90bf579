import type { ReactNode } from 'react'
import styles from './selection-bar.module.css'

export interface SelectionBarProps {
  /** Its accessible name. */
  readonly label: string
  /** How many are selected, in words. */
  readonly amount: string
  /** What can be done with them. */
  readonly children: ReactNode
}

/** Stays in sight while something is selected. */
export function SelectionBar({ label, amount, children }: SelectionBarProps): ReactNode {
  return (
    <section className={styles.bar} aria-label={label}>
      <span role="status" className={styles.amount}>
        {amount}
      </span>
      {children}
    </section>
  )
}
