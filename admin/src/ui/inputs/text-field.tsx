import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import { type ChangeEvent, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react'
import { movedPlace, textChanges } from '../diffs/text-changes.ts'
import { Icon, type IconName } from '../display/icon.tsx'
import { useUiTexts } from '../theme/ui-texts.ts'
import { type FieldProps, kitProps } from './input-props.ts'
import styles from './text-area.module.css'

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

export interface TextAreaProps extends TextProps<HTMLTextAreaElement> {
  readonly rows?: number
}

export function TextArea({ rows = 4, onChange, ...field }: TextAreaProps): ReactNode {
  const ref = useSteadyCursor(field.value)
  return (
    <Textarea
      {...kitProps(field)}
      ref={ref}
      {...typed(onChange)}
      rows={rows}
      resize="vertical"
      style={{ '--rows': rows } as never}
      classNames={{ input: styles.input! }}
    />
  )
}

/** A text that somebody else has changed elsewhere leaves the cursor where it is written. */
function useSteadyCursor(value: string | undefined) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const area = ref.current
  const isHere = area !== null && area.value !== value && area.ownerDocument.activeElement === area
  const before = isHere ? { text: area.value, start: area.selectionStart, end: area.selectionEnd } : null
  useLayoutEffect(() => {
    if (before === null || value === undefined || ref.current === null) return
    const changes = textChanges(before.text, value)
    ref.current.setSelectionRange(movedPlace(before.start, changes), movedPlace(before.end, changes))
  })
  return ref
}

/** What was typed, instead of the event. */
function typed(onChange: ((value: string) => void) | undefined) {
  if (onChange === undefined) return {}
  return {
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.currentTarget.value),
  }
}
