/** A dialog whose form is sent by `useSubmit`. */
import type { ReactNode } from 'react'
import { DialogForm, type DialogFormProps } from '../ui/overlays/dialog-form.tsx'
import type { Submit } from './use-submit.ts'

export interface SubmitDialogProps extends Omit<DialogFormProps, 'busy' | 'error' | 'onSubmit'> {
  readonly form: Submit
  /** Fields that show their own problems: those are not shown below all fields as well. */
  readonly fields?: readonly string[]
}

export function SubmitDialog({ form, fields = [], ...rest }: SubmitDialogProps): ReactNode {
  const isShown = fields.some(name => form.problems[name] !== undefined)
  return <DialogForm {...rest} busy={form.busy} error={isShown ? undefined : form.error} onSubmit={form.onSubmit} />
}
