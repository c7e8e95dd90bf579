/** The frame of a page: its title, what can be done on it, and its content. Sets the title of the tab. */
import type { ReactNode } from 'react'
import styles from './page.module.css'
import { useTabTitle } from './use-tab-title.ts'

export interface PageHeaderProps {
  readonly title: string
  readonly subtitle?: ReactNode
  /** A link back, above the title. */
  readonly back?: ReactNode
  readonly actions?: ReactNode
}

export function PageHeader({ title, subtitle, back, actions }: PageHeaderProps): ReactNode {
  useTabTitle(title)
  return (
    <header className={styles.header}>
      {back === undefined ? null : <div className="small below-2">{back}</div>}
      <div className={styles.row}>
        <div className="shrinks">
          <h1 className="title">{title}</h1>
          {subtitle === undefined ? null : <div className={styles.subtitle}>{subtitle}</div>}
        </div>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  )
}

/** `wide` uses all the room there is: for lists. */
export function Page({ children, wide = false }: { readonly children: ReactNode; readonly wide?: boolean }): ReactNode {
  return (
    <div className={styles.page} data-wide={wide || undefined}>
      {children}
    </div>
  )
}

export interface CardProps {
  readonly title?: string
  readonly children: ReactNode
  readonly actions?: ReactNode
}

/** A quiet surface with a heading of its own. */
export function Card({ title, children, actions }: CardProps): ReactNode {
  return (
    <div className={styles.card}>
      {title === undefined ? null : (
        <div className="row spread gap-3 below-4">
          <h2 className={styles.cardTitle}>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </div>
  )
}
