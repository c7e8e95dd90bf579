/** What a place shows while it has nothing to show: nothing yet, still loading, or an error. */
import type { ReactNode } from 'react'
import { Button } from '../inputs/button.tsx'
import { useTabTitle } from '../page/use-tab-title.ts'
import { useUiTexts } from '../theme/ui-texts.ts'
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
      <span className={styles.icon} data-look="good">
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

interface StateLook {
  /** It is all that the page shows. */
  readonly isPage?: boolean | undefined
  /** Takes less room: for a part of a page. */
  readonly small?: boolean | undefined
}

export interface ErrorStateProps extends StateLook {
  /** "This could not be loaded" if absent. */
  readonly title?: string
  readonly error: unknown
  readonly retryLabel?: string
  readonly onRetry?: (() => unknown) | undefined
}

/** Announced as soon as it appears. */
export function ErrorState({ title, isPage = false, error, retryLabel, onRetry, small }: ErrorStateProps): ReactNode {
  const { loadFailed, retry, errorText } = useUiTexts()
  return (
    <div className={styles.state} data-small={small || undefined} role="alert">
      <span className={styles.icon} data-look="error">
        <Icon name="warning" size={small ? 20 : 28} />
      </span>
      <Title text={title ?? loadFailed} isPage={isPage} />
      <p className={styles.text}>{errorText(error)}</p>
      {onRetry === undefined ? null : (
        <Button icon="refresh" onClick={() => void onRetry()}>
          {retryLabel ?? retry}
        </Button>
      )}
    </div>
  )
}

/** Grey lines in the place of what will come. */
export function Skeleton({ lines = 3 }: { readonly lines?: number | undefined }): ReactNode {
  const { loading } = useUiTexts()
  const widths = Array.from({ length: lines }, (_, index) => ({ id: index, width: `${100 - ((index * 17) % 45)}%` }))
  return (
    <div role="status" aria-label={loading} className={styles.skeleton} data-coming>
      {widths.map(({ id, width }) => (
        <span key={id} className={styles.line} style={{ width }} />
      ))}
    </div>
  )
}

export interface LoadedProps<Value> extends StateLook {
  readonly query: { readonly data: Value | undefined; readonly error: unknown; readonly refetch: () => unknown }
  /** How many grey lines stand for it meanwhile. */
  readonly lines?: number
  readonly children: (value: Value) => ReactNode
}

/**
 * What was asked for, once it is here; until then grey lines, or why it did not come and a way to try again. What is here
 * stays when asking again fails: it may be a form that somebody fills in.
 */
export function Loaded<Value>({ query, lines, children, ...look }: LoadedProps<Value>): ReactNode {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  return error === null ? <Skeleton lines={lines} /> : <ErrorState {...look} error={error} onRetry={refetch} />
}
