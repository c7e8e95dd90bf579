import type { ReactNode } from 'react'

export interface NameCellProps {
  /** Absent: the name alone. */
  readonly text: string | null
  /** The name, as a link. */
  readonly children: ReactNode
}

/** The name of what a row shows, and a line below it. */
export function NameCell({ text, children }: NameCellProps): ReactNode {
  return (
    <div className="stack gap-1 breaks">
      {children}
      {text === null ? null : <span className="small soft">{text}</span>}
    </div>
  )
}
