/** What a place shows while it has nothing to show: nothing yet, still loading, or an error. */
import type { ReactNode } from 'react'
import { Button } from '../inputs/button.tsx'
import { Icon, type IconName } from './icon.tsx'
import styles from './states.module.css'

export interface EmptyStateProps {
  readonly title: string
  readonly icon?: IconName
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ title, icon = 'file', children, action }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.state}>
      <span className={styles.icon}>
        <Icon name={icon} size={28} />
      </span>
      <p className={styles.title}>{title}</p>
      {children === undefined ? null : <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}

export interface ErrorStateProps {
  readonly title: string
  readonly error: unknown
  readonly retryLabel?: string
  readonly onRetry?: () => void
  /** Takes less room: for a part of a page. */
  readonly small?: boolean
}

/** Announced as soon as it appears. Shows the server's own message. */
export function ErrorState({ title, error, retryLabel, onRetry, small = false }: ErrorStateProps): ReactNode {
  return (
    <div className={styles.state} data-small={small || undefined} role="alert">
      <span className={styles.icon} data-look="error">
        <Icon name="warning" size={small ? 20 : 28} />
      </span>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{error instanceof Error ? error.message : String(error)}</p>
      {onRetry === undefined || retryLabel === undefined ? null : (
        <Button icon="refresh" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}

/** Grey lines in the place of what will come. `label` is what is read aloud. */
export function Skeleton({ label, lines = 3 }: { readonly label: string; readonly lines?: number }): ReactNode {
  const widths = Array.from({ length: lines }, (_, index) => ({ id: index, width: `${100 - ((index * 17) % 45)}%` }))
  return (
    <div role="status" aria-label={label} className={styles.skeleton}>
      {widths.map(({ id, width }) => (
        <span key={id} className={styles.line} style={{ width }} />
      ))}
    </div>
  )
}
