/** The window of a dialog. */
import { Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../inputs/button.tsx'
import { useUiTexts } from '../../theme/ui-texts.ts'
import styles from '../dialog.module.css'
import { useLayer } from '../open-layers.ts'
import { closeGoodNews } from '../toast.tsx'
import { useFocusReturn } from '../use-focus-return.ts'
import { useFirstFocus } from './use-first-focus.ts'

const WIDTHS = { small: 440, normal: 600, large: 900 } as const

export interface DialogProps {
  readonly title: string
  readonly open?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons, the one that goes on last. */
  readonly actions?: ReactNode
  readonly size?: keyof typeof WIDTHS
  /** `corner`: by a button, by Escape and by a click outside. `outside`: without the button. `never`: only by `actions`. */
  readonly closes?: 'corner' | 'outside' | 'never'
}

export function DialogWindow(props: DialogProps): ReactNode {
  const { title, open = true, onClose, children, actions, size = 'normal', closes = 'corner' } = props
  const { close } = useUiTexts()
  const isTyped = useRef(false)
  const [isLeaving, setLeaving] = useState(false)
  const typed = ({ target, currentTarget }: FormEvent) => {
    if (currentTarget.contains(target as Node) && (target as Element).closest('form') !== null) isTyped.current = true
  }
  useEffect(() => {
    if (open) closeGoodNews()
  }, [open])
  const startIn = useFirstFocus(closes === 'corner')
  const leave = () => (isTyped.current ? setLeaving(true) : onClose())
  useLayer(open, closes === 'never' ? undefined : leave)
  return (
    <Modal
      opened={open}
      onClose={leave}
      title={title}
      size={WIDTHS[size]}
      centered
      returnFocus={false}
      closeOnEscape={false}
      closeOnClickOutside={closes !== 'never'}
      withCloseButton={closes === 'corner'}
      closeButtonProps={{ 'aria-label': close }}
      classNames={{ title: 'heavy large', header: styles.header!, body: styles.body! }}
      transitionProps={{ duration: 120 }}
    >
      <div ref={startIn} onInput={typed} tabIndex={-1} className={styles.content}>
        {children}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      {isLeaving ? <Leaving onStay={() => setLeaving(false)} onLeave={onClose} /> : null}
    </Modal>
  )
}

function Leaving({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }): ReactNode {
  const { cancel, discard, leaveTitle, leaveText } = useUiTexts()
  useFocusReturn(true)
  return (
    <DialogWindow
      title={leaveTitle}
      size="small"
      closes="outside"
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>{cancel}</Button>
          <Button look="danger" onClick={onLeave}>
            {discard}
          </Button>
        </>
      }
    >
      <p>{leaveText}</p>
    </DialogWindow>
  )
}
