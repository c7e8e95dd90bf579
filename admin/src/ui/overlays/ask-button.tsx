/** A button that asks before it does something. What went wrong is shown in the question. */
import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from '../inputs/button.tsx'
import { DialogForm } from './dialog-form.tsx'

export interface AskButtonProps extends Pick<ButtonProps, 'icon' | 'size' | 'look'> {
  /** The name of the button, and of the one that confirms. */
  readonly label: string
  /** The title of the question; the name of the button if absent. */
  readonly title?: string
  /** Nothing is lost by a yes. */
  readonly isSafe?: boolean
  /** What is asked. */
  readonly children: ReactNode
  readonly onConfirm: () => Promise<void>
}

export function AskButton(props: AskButtonProps): ReactNode {
  const { label, title = label, isSafe = false, children, onConfirm, ...button } = props
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      setOpen(false)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <DialogForm
        isQuestion
        title={title}
        open={isOpen}
        submitLabel={label}
        look={isSafe ? 'primary' : 'danger'}
        busy={isBusy}
        error={error}
        onSubmit={() => void confirm()}
        onClose={() => setOpen(false)}
      >
        <p>{children}</p>
      </DialogForm>
    </>
  )
}
