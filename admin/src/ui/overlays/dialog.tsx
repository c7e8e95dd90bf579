/**
 * A window over the page. The focus goes in, stays in, and returns to where it was. What was typed into a form in it is not
 * dropped by Escape or a click beside it without a question.
 */
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import type { ReactNode } from 'react'
import { FailedWindow } from './failed-window.tsx'
import type { DialogProps } from './late/dialog-window.tsx'
import { dialogPart } from './late/parts.ts'
import { useArriving } from './late/use-parts.ts'
import { useFocusReturn } from './use-focus-return.ts'

export type { DialogProps } from './late/dialog-window.tsx'

export function Dialog({ open = true, ...rest }: DialogProps): ReactNode {
  useFocusReturn(open)
  const { value, error, retry } = useArriving(dialogPart, open)
  if (value !== undefined) return <value.DialogWindow open={open} {...rest} />
  if (!open || error === undefined) return null
  return <FailedWindow title={rest.title} closes={rest.closes} onClose={rest.onClose} onRetry={retry} />
}
