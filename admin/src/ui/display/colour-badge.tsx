import type { ReactNode } from 'react'
import { Badge } from './badge.tsx'
import styles from './colour-badge.module.css'

/** A word with a colour that somebody has chosen for it. */
export function ColourBadge({
  colour,
  children,
}: {
  readonly colour: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <Badge>
      <span className={styles.dot} style={{ backgroundColor: colour }} aria-hidden="true" />
      {children}
    </Badge>
  )
}
