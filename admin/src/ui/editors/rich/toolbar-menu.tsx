/** One of several in a toolbar. A closed list of the browser would take the next one with every arrow key. */
import type { ReactNode } from 'react'
import { Icon } from '../../display/icon.tsx'
import { Button } from '../../inputs/button.tsx'
import { Menu } from '../../overlays/menu.tsx'
import styles from '../toolbar.module.css'

export interface ToolbarMenuProps<Value> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  /** What is shown in the place of the label. */
  readonly value?: Value
  readonly disabled: boolean
  readonly onChoose: (value: Value) => void
}

export function ToolbarMenu<Value extends string>(props: ToolbarMenuProps<Value>): ReactNode {
  const { label, options, value, disabled, onChoose } = props
  const current = options.find(option => option.value === value)
  return (
    <Menu
      side="start"
      target={
        <Button size="small" disabled={disabled}>
          {current === undefined ? (
            label
          ) : (
            <>
              <span className="visually-hidden">{label}: </span>
              <Widest options={options} current={current} />
            </>
          )}
          <Icon name="chevronDown" size={14} />
        </Button>
      }
      items={options.map(option => ({
        label: option.label,
        ...(option === current ? { icon: 'check' as const } : {}),
        // The menu gives the focus back to its button as it closes; then it goes to the text.
        onClick: () => requestAnimationFrame(() => onChoose(option.value)),
      }))}
    />
  )
}

interface WidestProps {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly current: { readonly value: string }
}

/** As wide as the longest of them, so that the buttons beside it stay where they are. */
function Widest({ options, current }: WidestProps): ReactNode {
  return (
    <span className={styles.widest}>
      {options.map(({ value, label }) => (
        <span key={value} data-current={value === current.value || undefined}>
          {label}
        </span>
      ))}
    </span>
  )
}
