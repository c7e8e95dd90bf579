/** A dialog that is filled in or answered: its fields, what went wrong, and the buttons that end it. */
import { type FormEvent, type ReactNode, useId } from 'react'
import type { IconName } from '../display/icon.tsx'
import { ErrorNotice } from '../display/notice.tsx'
import { Button, type ButtonLook } from '../inputs/button.tsx'
import { useUiTexts } from '../theme/ui-texts.ts'
import { Dialog, type DialogProps } from './dialog.tsx'

interface DialogButtonsProps {
  /** The name of the button that goes on. */
  readonly submitLabel: string
  readonly submitIcon?: IconName
  readonly look?: ButtonLook
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly cancelLabel?: string
  /** Stands before the buttons. */
  readonly before?: ReactNode
  readonly onClose: () => void
}

export interface DialogFormProps extends Omit<DialogProps, 'actions' | 'closes' | 'children'>, DialogButtonsProps {
  /** Asks for a yes or a no. Such a dialog is small, and has no button in its corner. */
  readonly isQuestion?: boolean
  readonly error?: unknown
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  readonly children?: ReactNode
}

export function DialogForm({ isQuestion = false, error, onSubmit, children, ...rest }: DialogFormProps): ReactNode {
  const { title, open = true, size = isQuestion ? 'small' : 'normal', onClose, ...buttons } = rest
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // In React's tree, the dialog is inside the form that opened it.
    event.stopPropagation()
    onSubmit(event)
  }
  return (
    <Dialog
      title={title}
      open={open}
      size={size}
      onClose={onClose}
      closes={isQuestion ? 'outside' : 'corner'}
      actions={<DialogButtons {...buttons} onClose={onClose} form={id} />}
    >
      <form id={id} onSubmit={submit} className="stack gap-4">
        {children}
        <ErrorNotice error={error} />
      </form>
    </Dialog>
  )
}

interface ButtonsProps extends DialogButtonsProps {
  /** The id of the form that the last button submits. */
  readonly form?: string
  /** For a dialog that has no form. */
  readonly onSubmit?: () => void
}

/** Cancel, and go on. */
export function DialogButtons({
  before,
  cancelLabel,
  submitLabel,
  submitIcon,
  onClose,
  ...rest
}: ButtonsProps): ReactNode {
  const { form, onSubmit, look = 'primary', busy = false, disabled = false } = rest
  const { cancel } = useUiTexts()
  return (
    <>
      {before}
      <Button onClick={onClose}>{cancelLabel ?? cancel}</Button>
      <Button
        look={look}
        icon={submitIcon}
        busy={busy}
        disabled={disabled}
        {...(form === undefined ? { onClick: onSubmit! } : { type: 'submit', form })}
      >
        {submitLabel}
      </Button>
    </>
  )
}
