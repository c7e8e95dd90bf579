/** Space between things, always one of the scale. */
import type { CSSProperties, ReactNode } from 'react'

export interface LayoutProps {
  readonly children: ReactNode
  /** A step of the scale: 4, 8, 12, 16, 24, 32, 48 pixels. */
  readonly gap?: 1 | 2 | 3 | 4 | 5 | 6 | 7
  readonly align?: CSSProperties['alignItems']
  readonly justify?: CSSProperties['justifyContent']
  readonly wrap?: boolean
}

export function Stack({ children, gap = 4, align, justify }: LayoutProps): ReactNode {
  return <div style={{ ...flex(gap, align, justify), flexDirection: 'column' }}>{children}</div>
}

export function Row({ children, gap = 2, align = 'center', justify, wrap = true }: LayoutProps): ReactNode {
  return <div style={{ ...flex(gap, align, justify), flexWrap: wrap ? 'wrap' : 'nowrap' }}>{children}</div>
}

function flex(gap: number, alignItems: CSSProperties['alignItems'], justifyContent: CSSProperties['justifyContent']) {
  return { display: 'flex', gap: `var(--space-${gap})`, alignItems, justifyContent } satisfies CSSProperties
}

/** Read aloud, not seen. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="visually-hidden">{children}</span>
}
