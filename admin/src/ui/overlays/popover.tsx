import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import type { PopoverProps } from './late/opened-popover.tsx'
import { popoverPart } from './late/parts.ts'
import { useOpening } from './late/use-parts.ts'

/** A small panel beside the button that opens it. The focus goes in and returns. */
export function Popover({ target, ...rest }: PopoverProps): ReactNode {
  const { value, trigger } = useOpening(popoverPart)
  if (value !== undefined) return <value.OpenedPopover target={target} {...rest} />
  return cloneElement(target(false, trigger.onClick) as ReactElement<Record<string, unknown>>, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    ...trigger,
  })
}
