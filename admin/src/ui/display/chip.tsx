import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { Icon } from './icon.tsx'

export interface ChipProps {
  readonly children: ReactNode
  /** The name of the button that removes it. */
  readonly removeLabel: string
  readonly onRemove: () => void
  readonly onClick?: () => void
}

/** A condition in force. It can be taken away, and opened. */
export function Chip({ children, removeLabel, onRemove, onClick }: ChipProps): ReactNode {
  return (
    <span className={styles.chip}>
      {onClick === undefined ? (
        <span className={styles.text}>{children}</span>
      ) : (
        <button type="button" className={styles.text} onClick={onClick}>
          {children}
        </button>
      )}
      <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}
