/** A cell that the project draws. */
import { type ReactNode, useMemo } from 'react'
import type { ColumnGiven } from '../../../../src/admin-api/panel/define-panel.ts'
import type { Json } from '../../../../src/admin-api/route-types.ts'
import type { AttributeInfo } from '../../../../src/admin-api/schema-api.ts'
import { ownPart, useOwnPanel } from './own-panel.ts'
import { PartPlace } from './part-place.tsx'

export interface OwnCellProps {
  readonly attribute: AttributeInfo
  readonly value: Json
  readonly id: number
  readonly title: string
  /** Shown if the project has no such column. */
  readonly children: ReactNode
}

export default function OwnCell({ attribute, value, id, title, children }: OwnCellProps): ReactNode {
  const { panel } = useOwnPanel()
  const part = panel.columns?.[ownPart(attribute) ?? '']
  const given = useMemo(() => ({ attribute, value, entry: { id, title } }), [attribute, value, id, title])
  if (part === undefined) return children
  return (
    <PartPlace<ColumnGiven> part={part} given={given} inline>
      {children}
    </PartPlace>
  )
}
