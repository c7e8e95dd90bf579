import type { ReactNode } from 'react'
import styles from './progress.module.css'

export interface ProgressProps {
  readonly label: string
  /** 0 to 1. */
  readonly value: number
  readonly look?: 'normal' | 'bad'
}

export function Progress({ label, value, look = 'normal' }: ProgressProps): ReactNode {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={styles.track}
      data-look={look}
    >
      <span className={styles.bar} style={{ width: `${percent}%` }} />
    </div>
  )
}
