import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, TextInput } from '@mantine/core'
import type { ChangeEvent, ReactNode, Ref } from 'react'
import { Icon, type IconName } from '../display/icon.tsx'
import { useUiTexts } from '../theme/ui-texts.ts'
import { type FieldProps, kitProps } from './input-props.ts'

export interface TextProps<Element> extends FieldProps {
  readonly name?: string
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (value: string) => void
  readonly onBlur?: () => void
  readonly placeholder?: string | undefined
  readonly autoComplete?: string
  readonly autoFocus?: boolean
  readonly ref?: Ref<Element>
}

export interface TextFieldProps extends Omit<TextProps<HTMLInputElement>, 'value'> {
  /** A number for a number: what is being typed, such as `1.0`, is left alone as long as it is the same number. */
  readonly value?: string | number
  readonly type?: 'text' | 'email' | 'search' | 'url' | 'tel' | 'number' | 'date' | 'time' | 'datetime-local' | 'color'
  readonly inputMode?: 'numeric' | 'decimal'
  /** Numbers: the distance between values. */
  readonly step?: string
  readonly icon?: IconName
  /** A small button at the end of the field. */
  readonly after?: ReactNode
}

export function TextField({ icon, after, type = 'text', onChange, ...field }: TextFieldProps): ReactNode {
  return (
    <TextInput
      {...kitProps(field)}
      {...typed(onChange)}
      type={type}
      leftSection={icon === undefined ? undefined : <Icon name={icon} size={18} />}
      rightSection={after}
    />
  )
}

export function PasswordField({ onChange, ...field }: TextProps<HTMLInputElement>): ReactNode {
  const { showPassword } = useUiTexts()
  return (
    <PasswordInput
      {...kitProps(field)}
      {...typed(onChange)}
      visibilityToggleIcon={({ reveal }) => <Icon name={reveal ? 'lock' : 'eye'} size={18} />}
      visibilityToggleButtonProps={{ 'aria-label': showPassword, tabIndex: 0, 'aria-hidden': false }}
    />
  )
}

/** What was typed, instead of the event. */
export function typed(onChange: ((value: string) => void) | undefined) {
  if (onChange === undefined) return {}
  return {
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.currentTarget.value),
  }
}
