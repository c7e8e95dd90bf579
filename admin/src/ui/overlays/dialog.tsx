/** A window over the page. The focus goes in, stays in, and returns to where it was. */
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
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
  useFocusReturn(open)
  return (
    <Modal
      opened={open}
      onClose={onClose}
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
      {children}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </Modal>
  )
}
