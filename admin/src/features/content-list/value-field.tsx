/** An input for one plain value: of a condition, or to set on many entries. Values are text, as in addresses. */
import type { ReactNode } from 'react'
import type { AttributeInfo, AttributeTypeName } from '../../../../src/admin-api/schema-api.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'

export interface ValueFieldProps {
  readonly label: string
  readonly type: AttributeTypeName | 'id'
  readonly attribute: AttributeInfo | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hideLabel?: boolean
  readonly hint?: string
}

export function ValueField({ type, attribute, value, ...rest }: ValueFieldProps): ReactNode {
  const { t } = useTexts()
  if (type === 'boolean') {
    const options = [
      { value: 'true', label: t('list.yes') },
      { value: 'false', label: t('list.no') },
    ]
    return <Select {...rest} value={value} options={value === '' ? [NONE, ...options] : options} />
  }
  if (type === 'enumeration') {
    const options = (attribute?.enum ?? []).map(name => ({ value: name, label: name }))
    return <Select {...rest} value={value} options={value === '' ? [NONE, ...options] : options} />
  }
  if (type === 'datetime' || type === 'timestamp') {
    return (
      <TextField
        {...rest}
        type="datetime-local"
        value={localTime(value)}
        onChange={text => rest.onChange(text === '' ? '' : new Date(text).toISOString())}
      />
    )
  }
  return <TextField {...rest} type={INPUTS[type] ?? 'text'} value={value} />
}

const NONE = { value: '', label: '' }

const INPUTS: Partial<Record<AttributeTypeName | 'id', 'number' | 'date' | 'time' | 'email'>> = {
  id: 'number',
  integer: 'number',
  float: 'number',
  decimal: 'number',
  date: 'date',
  time: 'time',
}

/** - `2026-05-01T10:00:00.000Z` gives `2026-05-01T12:00` in Berlin */
function localTime(value: string): string {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
