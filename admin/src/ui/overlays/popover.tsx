/** A small panel beside the button that opens it. The focus goes in and returns. */
import '@mantine/core/styles/Popover.layer.css'
import { Popover as KitPopover } from '@mantine/core'
import { type ReactElement, type ReactNode, useState } from 'react'

export interface PopoverProps {
  readonly label: string
  /** Gives the button; it gets whether the panel is open and how to change that. */
  readonly target: (open: boolean, toggle: () => void) => ReactElement
  readonly children: ReactNode
  readonly side?: 'start' | 'end'
  readonly width?: number
}

export function Popover({ label, target, children, side = 'end', width = 280 }: PopoverProps): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <KitPopover
      opened={open}
      onChange={setOpen}
      position={`bottom-${side}`}
      width={width}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
      transitionProps={{ duration: 80 }}
    >
      <KitPopover.Target>{target(open, () => setOpen(old => !old))}</KitPopover.Target>
      <KitPopover.Dropdown aria-label={label}>{children}</KitPopover.Dropdown>
    </KitPopover>
  )
}
