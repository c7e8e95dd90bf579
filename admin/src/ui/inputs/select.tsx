/** The browser's own list: best on phones and for keyboards. For many or searched options use a combobox. */
import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../display/icon.tsx'
import type { FieldProps } from './text-field.tsx'

export interface SelectOption {
  readonly value: string
  readonly label: string
}

export interface SelectProps extends FieldProps {
  readonly options: readonly SelectOption[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hideLabel?: boolean
  readonly size?: 'small' | 'normal'
}

export function Select({
  label,
  hint,
  error,
  options,
  onChange,
  hideLabel,
  size,
  required,
  disabled,
  value,
}: SelectProps): ReactNode {
  return (
    <NativeSelect
      {...(hideLabel ? { 'aria-label': label } : { label })}
      description={hint}
      error={error}
      required={required ?? false}
      disabled={disabled ?? false}
      value={value}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      size={size === 'small' ? 'xs' : 'sm'}
      rightSection={<Icon name="chevronDown" size={16} />}
      rightSectionPointerEvents="none"
      data={options.map(option => ({ ...option }))}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
