/** In the place of a window whose part of the panel could not be loaded. It is the browser's own, so it needs no other part. */
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { ErrorState } from '../display/states.tsx'
import { Button } from '../inputs/button.tsx'
import { useUiTexts } from '../theme/ui-texts.ts'
import styles from './failed-window.module.css'
import { useLayer } from './open-layers.ts'

export interface FailedWindowProps {
  readonly title: string
  readonly closes?: 'corner' | 'outside' | 'never' | undefined
  readonly onRetry: () => void
  readonly onClose: () => void
}

export function FailedWindow({ title, closes, onRetry, onClose }: FailedWindowProps): ReactNode {
  const { close, partFailed } = useUiTexts()
  const frame = useRef<HTMLDialogElement>(null)
  useEffect(() => frame.current?.showModal(), [])
  // The browser closes it itself.
  useLayer(true, undefined)
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault()
    if (closes !== 'never') onClose()
  }
  return createPortal(
    <dialog ref={frame} className={styles.window} aria-label={title} onCancel={cancel}>
      <ErrorState small title={title} error={partFailed} onRetry={onRetry} />
      {closes === 'never' ? null : <Button onClick={onClose}>{close}</Button>}
    </dialog>,
    document.body,
  )
}
