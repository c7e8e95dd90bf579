import type { ReactNode } from 'react'
import type { Json } from '../../../../../src/admin-api/route-types.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { shownValue, typedValue } from './definition.ts'
import type { OptionProps } from './edited-model.ts'

const NUMBERS = ['integer', 'float', 'decimal']

/** What a new entry begins with. */
export function DefaultField({ definition, onChange }: OptionProps): ReactNode {
  const { t } = useTexts()
  const type = String(definition.type)
  const label = t('builder.default')
  const value = shownValue(definition.default)
  const change = (text: string) => {
    const { default: _former, ...others } = definition
    const next: Json | undefined = typedValue(type, text)
    onChange(next === undefined ? others : { ...others, default: next })
  }
  const choice =
    type === 'boolean' ? ['true', 'false'] : type === 'enumeration' ? ((definition.enum ?? []) as string[]) : null
  if (choice === null)
    return (
      <TextField
        label={label}
        hint={type === 'datetime' || type === 'time' ? t('builder.momentHint') : undefined}
        type={NUMBERS.includes(type) ? 'number' : type === 'date' ? 'date' : 'text'}
        {...(NUMBERS.includes(type) ? { step: 'any' } : {})}
        value={value}
        autoComplete="off"
        onChange={change}
      />
    )
  const options = choice.map(text => ({ value: text, label: text }))
  return (
    <Select label={label} value={String(value)} options={[{ value: '', label: '–' }, ...options]} onChange={change} />
  )
}
