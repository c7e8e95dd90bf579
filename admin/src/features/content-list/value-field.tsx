/** An input for one plain value: of a condition, or to set on many entries. Values are text, as in addresses. */
import { type ReactNode, Suspense } from 'react'
import type { Json } from '../../../../src/admin-api/route-types.ts'
import type { AttributeInfo, AttributeTypeName } from '../../../../src/admin-api/schema-api.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { OwnValue, ownPart } from '../own/entry.ts'

export interface ValueFieldProps {
  readonly label: string
  readonly type: AttributeTypeName | 'id'
  readonly attribute: AttributeInfo | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hideLabel?: boolean
  readonly hint?: string
  /** A part of a value has no input of the project. */
  readonly isPart?: boolean
}

export function ValueField({ isPart = false, ...props }: ValueFieldProps): ReactNode {
  const { attribute, type, value, label, hideLabel = false, onChange } = props
  const plain = <PlainField {...props} />
  if (isPart || attribute === undefined || ownPart(attribute) === undefined || !isPlain(type)) return plain
  return (
    <Suspense fallback={plain}>
      <OwnValue
        attribute={attribute}
        value={typedValue(type, value)}
        label={label}
        showLabel={!hideLabel}
        onChange={next => onChange(next === null ? '' : String(next))}
      >
        {plain}
      </OwnValue>
    </Suspense>
  )
}

function PlainField({ type, attribute, value, ...rest }: Omit<ValueFieldProps, 'isPart'>): ReactNode {
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

const PLAIN: readonly (AttributeTypeName | 'id')[] = [
  'string',
  'text',
  'email',
  'enumeration',
  'integer',
  'biginteger',
  'float',
  'decimal',
  'date',
  'time',
  'datetime',
  'boolean',
]

/** Whether the value is one text, number, date or switch. */
export function isPlain(type: AttributeTypeName | 'id'): boolean {
  return PLAIN.includes(type)
}

/** The value that a text stands for. */
export function typedValue(type: AttributeTypeName | 'id', text: string): Json {
  if (text === '') return null
  if (type === 'boolean') return text === 'true'
  return type === 'integer' || type === 'float' || type === 'decimal' ? Number(text) : text
}
