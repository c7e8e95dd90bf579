/** What every field has: its name, a hint below it, and what is wrong with its value. */

export interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly required?: boolean
  readonly disabled?: boolean
  readonly readOnly?: boolean
  /** The label is read aloud but not seen. */
  readonly hideLabel?: boolean
}

type Part = 'label' | 'input' | 'description' | 'error'

/** The same in the words of the kit. A required field is marked for the eye; the attribute says it to everybody else. */
export function kitProps<Props extends FieldProps>({ label, hideLabel, hint, required, disabled, ...rest }: Props) {
  return {
    ...rest,
    ...(hideLabel ? { 'aria-label': label } : { label }),
    description: hint,
    required: required ?? false,
    disabled: disabled ?? false,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as Part[],
  }
}
