/** Dates and times with the browser's own pickers. A moment is shown in the time zone of the person, which is named. */
import { memo, type ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { DateInput } from '../../../ui/inputs/date-input.tsx'
import { localText, momentOf, zoneName } from '../../../ui/inputs/date-text.ts'
import { useForm, useProblem, useValue } from '../form-context.tsx'
import type { FieldPlace } from './field-props.ts'

export const DateField = memo(function DateField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { path, attribute, label, hint, disabled } = place
  const { store } = useForm()
  const { t, dateLocale } = useTexts()
  const value = useValue<string>(path)
  const error = useProblem(path)
  const isMoment = attribute.type === 'datetime' || attribute.type === 'timestamp'
  const kind = isMoment ? 'datetime-local' : attribute.type === 'time' ? 'time' : 'date'
  const shown = value === null ? '' : isMoment ? localText(value) : attribute.type === 'time' ? shortTime(value) : value
  const change = (text: string) =>
    store.set(path, text === '' ? null : isMoment ? momentOf(text) : kind === 'time' ? fullTime(text) : text)
  const zone = isMoment ? t('form.timeZone', { zone: zoneName(value, dateLocale) }) : undefined
  return (
    <DateInput
      label={label}
      kind={kind}
      hint={[hint, zone].filter(text => text !== undefined && text !== '').join(' · ') || undefined}
      error={error}
      required={attribute.required}
      disabled={disabled}
      value={shown}
      clearLabel={t('form.clear', { name: label })}
      onChange={change}
    />
  )
})

/** - `14:30:00.000` gives `14:30` */
function shortTime(value: string): string {
  return value.replace(/\.0+$/, '').replace(/^(\d\d:\d\d):00$/, '$1')
}

/** The form in which Strapi stores times. */
function fullTime(text: string): string {
  const [hours = '00', minutes = '00', rest = '00'] = text.split(':')
  const [seconds = '00', parts = '000'] = rest.split('.')
  return `${hours}:${minutes}:${seconds}.${parts.padEnd(3, '0')}`
}
