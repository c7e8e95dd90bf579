/** A value that is not in a form, shown or changed by the input of the project. */
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import type { FieldGiven } from '../../../../src/admin-api/panel/define-panel.ts'
import type { Json } from '../../../../src/admin-api/route-types.ts'
import type { AttributeInfo } from '../../../../src/admin-api/schema-api.ts'
import { ownPart, useOwnPanel } from './own-panel.ts'
import { PartPlace } from './part-place.tsx'

export interface OwnValueProps {
  readonly attribute: AttributeInfo
  readonly value: Json
  readonly label: string
  /** Of the entry; `null` for several entries, and for types without translations. */
  readonly locale?: string | null
  readonly showLabel?: boolean
  /** Absent: it is only shown. */
  readonly onChange?: (value: Json) => void
  /** Shown if the project has no such input, or if it fails. */
  readonly children: ReactNode
}

export default function OwnValue({ attribute, value, label, locale = null, ...rest }: OwnValueProps): ReactNode {
  const { showLabel = false, onChange, children } = rest
  const { panel } = useOwnPanel()
  const describedBy = useId()
  // Inputs may keep the function that they got first.
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const disabled = onChange === undefined
  const given = useMemo(
    () => ({
      ...{ value, disabled, invalid: false, label, placeholder: '', describedBy, attribute, locale },
      onChange: (next: Json | undefined) => latest.current?.(next ?? null),
    }),
    [value, disabled, label, describedBy, attribute, locale],
  )
  const part = panel.fields?.[ownPart(attribute) ?? '']
  if (part === undefined) return children
  return (
    // biome-ignore lint/a11y/useSemanticElements: its label is that of the field
    <div role="group" aria-label={label}>
      {showLabel ? (
        <span className="small strong" aria-hidden="true">
          {label}
        </span>
      ) : null}
      <span id={describedBy} hidden />
      <PartPlace<FieldGiven> part={part} given={given}>
        {children}
      </PartPlace>
    </div>
  )
}
