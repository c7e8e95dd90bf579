/** The browser's own inputs for dates and times: right for keyboards, screen readers and phones. */
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import type { FieldProps } from './text-field.tsx'

export interface DateInputProps extends FieldProps {
  readonly kind: 'date' | 'time' | 'datetime-local'
  readonly value: string
  readonly onChange: (value: string) => void
  readonly clearLabel: string
}

export function DateInput({
  kind,
  hint,
  onChange,
  clearLabel,
  required,
  disabled,
  ...rest
}: DateInputProps): ReactNode {
  const canClear = rest.value !== '' && !disabled
  return (
    <TextInput
      {...rest}
      type={kind}
      step={/:\d\d:\d\d/.test(rest.value) ? 'any' : undefined}
      description={hint}
      required={required ?? false}
      disabled={disabled ?? false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={event => onChange(event.currentTarget.value)}
      rightSectionWidth={36}
      rightSection={
        canClear ? <IconButton size="small" label={clearLabel} icon="close" onClick={() => onChange('')} /> : undefined
      }
    />
  )
}
