/** A page over the page, at its side: for menus on small screens and for work that returns to where it began. */
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { Drawer as KitDrawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUiTexts } from '../theme/ui-texts.ts'
import styles from './dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'

export interface DrawerProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly side?: 'left' | 'right'
  readonly width?: number | string
}

export function Drawer({ title, open, onClose, children, side = 'right', width = 720 }: DrawerProps): ReactNode {
  const { close } = useUiTexts()
  useFocusReturn(open)
  return (
    <KitDrawer
      opened={open}
      onClose={onClose}
      title={title}
      position={side}
      returnFocus={false}
      size={width}
      closeButtonProps={{ 'aria-label': close }}
      classNames={{ title: 'heavy large', header: styles.header!, body: styles.body! }}
      transitionProps={{ duration: 150 }}
    >
      {children}
    </KitDrawer>
  )
}
