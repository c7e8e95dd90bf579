/** The browser's own list: best on phones and for keyboards. For many or searched options use a combobox. */
import { InputBase } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../display/icon.tsx'
import { type FieldProps, kitProps } from './input-props.ts'

export interface SelectOption {
  readonly value: string
  readonly label: string
}

export interface SelectProps extends FieldProps {
  readonly options: readonly SelectOption[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly size?: 'small' | 'normal'
}

export function Select({ options, onChange, size, readOnly: _, ...field }: SelectProps): ReactNode {
  return (
    <InputBase
      component="select"
      pointer
      {...kitProps(field)}
      size={size === 'small' ? 'xs' : 'sm'}
      rightSection={<Icon name="chevronDown" size={16} />}
      rightSectionPointerEvents="none"
      onChange={event => onChange(event.currentTarget.value)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </InputBase>
  )
}
