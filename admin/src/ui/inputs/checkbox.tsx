import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Checkbox as KitCheckbox, Switch as KitSwitch } from '@mantine/core'
import type { ChangeEvent, ReactNode } from 'react'
import styles from './checkbox.module.css'

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

export function Checkbox({ indeterminate = false, ...props }: CheckboxProps): ReactNode {
  return <KitCheckbox {...common(props)} indeterminate={indeterminate} />
}

export function Switch({ indeterminate: _, ...props }: CheckboxProps): ReactNode {
  return <KitSwitch {...common(props)} />
}

function common({ label, hideLabel, hint, onChange, ...rest }: CheckboxProps) {
  return {
    ...rest,
    ...(hideLabel ? { 'aria-label': label } : { label }),
    description: hint,
    classNames: { description: styles.hint! },
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.checked),
  }
}
