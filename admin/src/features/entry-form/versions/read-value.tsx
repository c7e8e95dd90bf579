/** A value to read, not to change. */
import type { ReactNode } from 'react'
import type { FileValue } from '../../../../../src/admin-api/content-api.ts'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { Thumbnail } from '../../../ui/display/thumbnail.tsx'
import type { FormValue } from '../store/form-value.ts'
import { shownValue } from '../store/shown-value.ts'
import styles from './versions.module.css'

export function ReadValue({
  attribute,
  value,
}: {
  readonly attribute: AttributeInfo
  readonly value: FormValue
}): ReactNode {
  const text = shownValue(attribute, value)
  if (text === '') return <span className="soft">–</span>
  if (attribute.type !== 'media') return text
  return (
    <ul className="stack gap-2">
      {(value as readonly FileValue[]).map(file => (
        <li key={file.id} className="row gap-2 small">
          <span className={styles.picture}>
            <Thumbnail file={file} />
          </span>
          {file.name}
        </li>
      ))}
    </ul>
  )
}
