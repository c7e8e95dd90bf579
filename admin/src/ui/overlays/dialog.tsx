/**
 * A window over the page. The focus goes in, stays in, and returns to where it was. What was typed into a form in it is not
 * dropped by Escape or a click beside it without a question.
 */
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../inputs/button.tsx'
import { useUiTexts } from '../theme/ui-texts.ts'
import styles from './dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'

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

export function Dialog(props: DialogProps): ReactNode {
  const { title, open = true, onClose, children, actions, size = 'normal', closes = 'corner' } = props
  const { close } = useUiTexts()
  const isTyped = useRef(false)
  const [isLeaving, setLeaving] = useState(false)
  const typed = ({ target, currentTarget }: FormEvent) => {
    if (currentTarget.contains(target as Node) && (target as Element).closest('form') !== null) isTyped.current = true
  }
  useFocusReturn(open)
  return (
    <Modal
      opened={open}
      onClose={() => (isTyped.current ? setLeaving(true) : onClose())}
      title={title}
      size={WIDTHS[size]}
      centered
      returnFocus={false}
      closeOnEscape={closes !== 'never'}
      closeOnClickOutside={closes !== 'never'}
      withCloseButton={closes === 'corner'}
      closeButtonProps={{ 'aria-label': close }}
      classNames={{ title: 'heavy large', header: styles.header!, body: styles.body! }}
      transitionProps={{ duration: 120 }}
    >
      <div ref={startIn} onInput={typed}>
        {children}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      {isLeaving ? <Leaving onStay={() => setLeaving(false)} onLeave={onClose} /> : null}
    </Modal>
  )
}

const TEXTS = ['input:not([type=checkbox], [type=radio], [type=file], [type=hidden])', 'textarea', 'select']
const FIRST_TEXT = TEXTS.map(text => `${text}:enabled`).join()

/** The focus goes to what is written or chosen first, not to the button in the corner; the kit looks for this mark. */
function startIn(content: HTMLElement | null): void {
  if (content?.querySelector('[data-autofocus]') === null)
    content.querySelector(FIRST_TEXT)?.setAttribute('data-autofocus', '')
}

function Leaving({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }): ReactNode {
  const { cancel, discard, leaveTitle, leaveText } = useUiTexts()
  return (
    <Dialog
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
    </Dialog>
  )
}
