/** The browser's own inputs for dates and times: right for keyboards, screen readers and phones. */
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { type FieldProps, kitProps } from './input-props.ts'

export interface DateInputProps extends FieldProps {
  readonly kind: 'date' | 'time' | 'datetime-local'
  readonly value: string
  readonly onChange: (value: string) => void
  readonly clearLabel: string
}

export function DateInput({ kind, onChange, clearLabel, ...field }: DateInputProps): ReactNode {
  const { value, disabled } = field
  const canClear = value !== '' && !disabled
  return (
    <TextInput
      {...kitProps(field)}
      type={kind}
      step={/:\d\d:\d\d/.test(value) ? 'any' : undefined}
      onChange={event => onChange(event.currentTarget.value)}
      rightSectionWidth={36}
      rightSection={
        canClear ? <IconButton size="small" label={clearLabel} icon="close" onClick={() => onChange('')} /> : undefined
      }
    />
  )
}
