/** The fields whose value is one input of the browser. */
import { memo, type ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextArea } from '../../../ui/inputs/text-area/text-area.tsx'
import { PasswordField, TextField } from '../../../ui/inputs/text-field.tsx'
import { useForm, useProblem, useValue } from '../form-context.tsx'
import type { FieldPlace } from './field-props.ts'
import { useHint } from './use-hint.ts'

function useField<Value extends string | number | boolean>(place: FieldPlace) {
  const { store } = useForm()
  const { path, label, disabled, attribute, placeholder } = place
  const value = useValue<Value>(path)
  const error = useProblem(path)
  const hint = useHint(place)
  const set = (next: Value | null) => store.set(path, next)
  return { value, set, common: { label, hint, error, disabled, placeholder, required: attribute.required } }
}

const textOf = (value: string) => (value === '' ? null : value)

export const StringField = memo(function StringField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { value, set, common } = useField<string>(place)
  const type = place.attribute.type === 'email' ? 'email' : 'text'
  return (
    <TextField {...common} type={type} autoComplete="off" value={value ?? ''} onChange={text => set(textOf(text))} />
  )
})

export const LongTextField = memo(function LongTextField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { value, set, common } = useField<string>(place)
  return <TextArea {...common} rows={3} value={value ?? ''} onChange={text => set(textOf(text))} />
})

export const SecretField = memo(function SecretField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { t } = useTexts()
  const { value, set, common } = useField<string>(place)
  return (
    <PasswordField
      {...common}
      hint={common.hint ?? t('form.passwordKept')}
      autoComplete="new-password"
      value={value ?? ''}
      onChange={text => set(textOf(text))}
    />
  )
})

export const NumberField = memo(function NumberField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { value, set, common } = useField<number | string>(place)
  const isBig = place.attribute.type === 'biginteger'
  const isWhole = isBig || place.attribute.type === 'integer'
  return (
    <TextField
      {...common}
      type={isBig ? 'text' : 'number'}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      step={isWhole ? '1' : 'any'}
      autoComplete="off"
      value={value ?? ''}
      onChange={text => set(text === '' ? null : isBig ? text.replace(/[^\d-]/g, '') : Number(text))}
    />
  )
})

export const BooleanField = memo(function BooleanField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { value, set, common } = useField<boolean>(place)
  const { placeholder: _, required: __, ...rest } = common
  return <Switch {...rest} checked={value === true} onChange={set} />
})

export const EnumerationField = memo(function EnumerationField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { t } = useTexts()
  const { value, set, common } = useField<string>(place)
  const choices = (place.attribute.enum ?? []).map(choice => ({ value: choice, label: choice }))
  const { placeholder: _, ...rest } = common
  const options = [{ value: '', label: t('form.chooseHere') }, ...choices]
  return <Select {...rest} value={value ?? ''} options={options} onChange={text => set(textOf(text))} />
})
