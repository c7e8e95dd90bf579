import '@mantine/core/styles/Tooltip.layer.css'
import { Tooltip as KitTooltip } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'

/** Repeats in sight what the control is called. The name itself belongs on the control. */
export function Tooltip({ label, children }: { readonly label: string; readonly children: ReactElement }): ReactNode {
  return (
    <KitTooltip
      label={label}
      openDelay={400}
      events={{ hover: true, focus: true, touch: false }}
      withinPortal
      color="var(--ink)"
      c="var(--page)"
    >
      {children}
    </KitTooltip>
  )
}
