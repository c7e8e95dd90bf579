import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import type { ChangeEvent, ReactNode, Ref } from 'react'
import { Icon, type IconName } from '../display/icon.tsx'
import styles from './text-area.module.css'

export interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly required?: boolean
  readonly disabled?: boolean
  readonly readOnly?: boolean
}

interface TextProps<Element> extends FieldProps {
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

export interface TextFieldProps extends TextProps<HTMLInputElement> {
  readonly type?: 'text' | 'email' | 'search' | 'url' | 'tel' | 'number' | 'date' | 'time' | 'datetime-local'
  readonly inputMode?: 'numeric' | 'decimal'
  /** Numbers: the distance between values. */
  readonly step?: string
  readonly icon?: IconName
  /** The label is read aloud but not seen. */
  readonly hideLabel?: boolean
  /** A small button at the end of the field. */
  readonly after?: ReactNode
}

/** Marks a required field for the eye; the attribute says it to everybody else. */
export function TextField({ icon, hideLabel = false, after, ...props }: TextFieldProps): ReactNode {
  const { label, ...rest } = props
  return (
    <TextInput
      {...common(rest)}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      type={props.type ?? 'text'}
      leftSection={icon === undefined ? undefined : <Icon name={icon} size={18} />}
      rightSection={after}
    />
  )
}

export interface PasswordFieldProps extends TextProps<HTMLInputElement> {
  /** The name of the button that shows what was typed. */
  readonly showLabel: string
}

export function PasswordField({ showLabel, label, ...props }: PasswordFieldProps): ReactNode {
  return (
    <PasswordInput
      {...common(props)}
      label={label}
      visibilityToggleIcon={({ reveal }) => <Icon name={reveal ? 'lock' : 'eye'} size={18} />}
      visibilityToggleButtonProps={{ 'aria-label': showLabel, tabIndex: 0, 'aria-hidden': false }}
    />
  )
}

export interface TextAreaProps extends TextProps<HTMLTextAreaElement> {
  readonly rows?: number
}

export function TextArea({ rows = 4, label, ...props }: TextAreaProps): ReactNode {
  return (
    <Textarea
      {...common(props)}
      label={label}
      rows={rows}
      resize="vertical"
      style={{ '--rows': rows } as never}
      classNames={{ input: styles.input! }}
    />
  )
}

function common<Props extends Omit<Partial<TextProps<never>>, 'ref'>>({
  hint,
  error,
  onChange,
  required,
  ...rest
}: Props) {
  return {
    ...rest,
    description: hint,
    error,
    required: required ?? false,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    ...(onChange === undefined
      ? {}
      : {
          onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.currentTarget.value),
        }),
  }
}
