/** The buttons over an editor. */
import type { ReactNode } from 'react'
import type { IconName } from '../display/icon.tsx'
import { IconButton } from '../inputs/button.tsx'
import styles from './toolbar.module.css'

export interface ToolbarButton {
  readonly label: string
  readonly icon: IconName
  readonly isOn?: boolean
  readonly onClick: () => void
}

export interface ToolbarProps {
  readonly label: string
  readonly start?: ReactNode
  readonly buttons: readonly ToolbarButton[]
  readonly end?: ReactNode
  readonly disabled?: boolean
}

export function Toolbar({ label, start, buttons, end, disabled = false }: ToolbarProps): ReactNode {
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={label}>
      {start}
      {buttons.map(button => (
        <IconButton
          key={button.label}
          size="small"
          label={button.label}
          icon={button.icon}
          disabled={disabled}
          onClick={button.onClick}
          {...(button.isOn === undefined ? {} : { 'aria-pressed': button.isOn })}
        />
      ))}
      {end === undefined ? null : <div className="flex gap-1 push">{end}</div>}
    </div>
  )
}
