/** A page over the page, at its side: for menus on small screens and for work that returns to where it began. */
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import type { ReactNode } from 'react'
import { FailedWindow } from './failed-window.tsx'
import type { DrawerProps } from './late/drawer-window.tsx'
import { drawerPart } from './late/parts.ts'
import { useArriving } from './late/use-parts.ts'
import { useFocusReturn } from './use-focus-return.ts'

export function Drawer(props: DrawerProps): ReactNode {
  const { open, title, onClose } = props
  useFocusReturn(open)
  const { value, error, retry } = useArriving(drawerPart, open)
  if (value !== undefined) return <value.DrawerWindow {...props} />
  if (!open || error === undefined) return null
  return <FailedWindow title={title} onClose={onClose} onRetry={retry} />
}
