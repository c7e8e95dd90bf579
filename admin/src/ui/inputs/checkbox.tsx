import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Checkbox as KitCheckbox, Switch as KitSwitch } from '@mantine/core'
import type { ReactNode } from 'react'

export interface CheckboxProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly indeterminate?: boolean
  readonly disabled?: boolean
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly hideLabel?: boolean
}

export function Checkbox({ label, hideLabel, hint, onChange, ...rest }: CheckboxProps): ReactNode {
  return (
    <KitCheckbox
      {...rest}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      description={hint}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  )
}

export function Switch({ label, hideLabel, hint, onChange, indeterminate: _, ...rest }: CheckboxProps): ReactNode {
  return (
    <KitSwitch
      {...rest}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      description={hint}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  )
}
