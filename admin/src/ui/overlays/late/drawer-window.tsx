/** The window of a drawer. */
import { Drawer as KitDrawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUiTexts } from '../../theme/ui-texts.ts'
import styles from '../dialog.module.css'
import { useLayer, WindowProvider } from '../open-layers.ts'

export interface DrawerProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly side?: 'left' | 'right'
  readonly width?: number | string
}

export function DrawerWindow({ title, open, onClose, children, side = 'right', width = 720 }: DrawerProps): ReactNode {
  const { close } = useUiTexts()
  const layer = useLayer(open, onClose)
  return (
    <KitDrawer
      opened={open}
      onClose={onClose}
      title={title}
      position={side}
      returnFocus={false}
      closeOnEscape={false}
      size={width}
      closeButtonProps={{ 'aria-label': close }}
      classNames={{ title: 'heavy large', header: styles.header!, body: styles.body! }}
      transitionProps={{ duration: 150 }}
    >
      <WindowProvider value={layer}>{children}</WindowProvider>
    </KitDrawer>
  )
}
