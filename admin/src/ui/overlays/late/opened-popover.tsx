/** A popover that has been opened at least once. */
import { Popover as KitPopover } from '@mantine/core'
import { cloneElement, type ReactElement, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useLayer } from '../open-layers.ts'

export interface PopoverProps {
  readonly label: string
  /** Gives the button; it gets whether the panel is open and how to change that. */
  readonly target: (open: boolean, toggle: () => void) => ReactElement
  readonly children: ReactNode
  readonly side?: 'start' | 'end'
  readonly width?: number
}

export function OpenedPopover({ label, target, children, side = 'end', width = 280 }: PopoverProps): ReactNode {
  const opener = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  useLayer(isOpen, () => setOpen(false), false)
  useEffect(() => {
    // It is another button than the one that was pressed.
    opener.current?.focus()
    setOpen(true)
  }, [])
  const button = target(isOpen, () => setOpen(old => !old)) as ReactElement<{ ref?: Ref<HTMLElement> }>
  return (
    <KitPopover
      opened={isOpen}
      onChange={setOpen}
      position={`bottom-${side}`}
      width={width}
      shadow="md"
      trapFocus
      returnFocus
      closeOnEscape={false}
      withinPortal
      transitionProps={{ duration: 80 }}
    >
      <KitPopover.Target>{cloneElement(button, { ref: opener })}</KitPopover.Target>
      <KitPopover.Dropdown aria-label={label}>{children}</KitPopover.Dropdown>
    </KitPopover>
  )
}
