import { Textarea } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { movedPlace, textChanges } from '../../diffs/text-changes.ts'
import { kitProps } from '../input-props.ts'
import { type TextProps, typed } from '../text-field.tsx'
import styles from './text-area.module.css'

export interface TextAreaProps extends TextProps<HTMLTextAreaElement> {
  readonly rows?: number
}

export function TextArea({ rows = 4, onChange, ...field }: TextAreaProps): ReactNode {
  const ref = useSteadyCursor(field.value)
  return (
    <Textarea
      {...kitProps(field)}
      ref={ref}
      {...typed(onChange)}
      rows={rows}
      resize="vertical"
      style={{ '--rows': rows } as never}
      classNames={{ input: styles.input! }}
    />
  )
}

/** A text that somebody else has changed elsewhere leaves the cursor where it is written. */
function useSteadyCursor(value: string | undefined) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const area = ref.current
  const isHere = area !== null && area.value !== value && area.ownerDocument.activeElement === area
  const before = isHere ? { text: area.value, start: area.selectionStart, end: area.selectionEnd } : null
  useLayoutEffect(() => {
    if (before === null || value === undefined || ref.current === null) return
    const changes = textChanges(before.text, value)
    ref.current.setSelectionRange(movedPlace(before.start, changes), movedPlace(before.end, changes))
  })
  return ref
}
