/** What a place shows while it has nothing to show: nothing yet, still loading, or an error. */
import type { ReactNode } from 'react'
import { Button } from '../inputs/button.tsx'
import { useTabTitle } from '../page/use-tab-title.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './states.module.css'

export interface EmptyStateProps {
  readonly title: string
  /** It is all that the page shows, so its title is that of the page. */
  readonly isPage?: boolean
  readonly icon?: IconName
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ title, isPage = false, icon = 'file', children, action }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.state}>
      <span className={styles.icon}>
        <Icon name={icon} size={28} />
      </span>
      <Title text={title} isPage={isPage} />
      {children === undefined ? null : <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}

function Title({ text, isPage }: { readonly text: string; readonly isPage: boolean }): ReactNode {
  useTabTitle(isPage ? text : undefined)
  return isPage ? <h1 className={styles.title}>{text}</h1> : <p className={styles.title}>{text}</p>
}

export interface ErrorStateProps {
  readonly title: string
  readonly isPage?: boolean
  readonly error: unknown
  readonly retryLabel?: string
  readonly onRetry?: () => void
  /** Takes less room: for a part of a page. */
  readonly small?: boolean
}

/** Announced as soon as it appears. Shows the server's own message. */
export function ErrorState({
  title,
  isPage = false,
  error,
  retryLabel,
  onRetry,
  small = false,
}: ErrorStateProps): ReactNode {
  return (
    <div className={styles.state} data-small={small || undefined} role="alert">
      <span className={styles.icon} data-look="error">
        <Icon name="warning" size={small ? 20 : 28} />
      </span>
      <Title text={title} isPage={isPage} />
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
