/** A value to read, drawn by the input of the project if it has one for it. */
import { type ReactNode, Suspense, useMemo } from 'react'
import type { Json } from '../../../../../src/admin-api/route-types.ts'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { OwnValue, ownPart } from '../../own/entry.ts'
import type { FormValue } from '../store/form-value.ts'
import { isJson, isValidJson, parsedJson } from '../store/json-text.ts'

export interface OwnReadingProps {
  readonly attribute: AttributeInfo
  readonly value: FormValue
  readonly label: string
  readonly locale: string | null
  /** Shown if the project has none. */
  readonly children?: ReactNode
}

export function OwnReading({ attribute, value, label, locale, children = null }: OwnReadingProps): ReactNode {
  const text = value as Json
  const shown = useMemo(() => {
    if (!isJson(attribute)) return text
    return isValidJson(text as string | null) ? parsedJson(text as string | null) : null
  }, [attribute, text])
  if (ownPart(attribute) === undefined) return children
  return (
    <Suspense fallback={children}>
      <OwnValue attribute={attribute} value={shown} label={label} locale={locale}>
        {children}
      </OwnValue>
    </Suspense>
  )
}
