/** A question over the page. The focus goes in, stays in, and returns to where it was. */
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '../inputs/button.tsx'
import styles from './dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'

const WIDTHS = { small: 440, normal: 600, large: 900 } as const

export interface DialogProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons, the one that goes on last. */
  readonly actions?: ReactNode
  readonly size?: keyof typeof WIDTHS
  /** The name of the button in the corner; absent for none. */
  readonly closeLabel?: string
  /** Whether Escape and a click beside the dialog close it. True if there is a button in the corner. */
  readonly dismissible?: boolean
}

export function Dialog({
  title,
  open,
  onClose,
  children,
  actions,
  size = 'normal',
  closeLabel,
  dismissible = closeLabel !== undefined,
}: DialogProps): ReactNode {
  useFocusReturn(open)
  return (
    <Modal
      opened={open}
      onClose={onClose}
      title={title}
      size={WIDTHS[size]}
      centered
      returnFocus={false}
      closeOnEscape={dismissible}
      closeOnClickOutside={dismissible}
      withCloseButton={closeLabel !== undefined}
      {...(closeLabel === undefined ? {} : { closeButtonProps: { 'aria-label': closeLabel } })}
      classNames={{ title: styles.title!, header: styles.header!, body: styles.body! }}
      transitionProps={{ duration: 120 }}
    >
      {children}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </Modal>
  )
}

export interface ConfirmDialogProps {
  readonly title: string
  readonly open: boolean
  readonly children: ReactNode
  readonly confirmLabel: string
  readonly cancelLabel: string
  readonly look?: ButtonLook
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export function ConfirmDialog({
  look = 'primary',
  busy = false,
  disabled = false,
  ...props
}: ConfirmDialogProps): ReactNode {
  const actions = (
    <>
      <Button onClick={props.onCancel}>{props.cancelLabel}</Button>
      <Button look={look} busy={busy} disabled={disabled} onClick={props.onConfirm}>
        {props.confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog title={props.title} open={props.open} onClose={props.onCancel} dismissible size="small" actions={actions}>
      {props.children}
    </Dialog>
  )
}
