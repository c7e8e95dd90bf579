import { useTexts } from '../../../i18n/i18n.tsx'
import { useValue } from '../form-context.tsx'
import type { FieldPlace } from './field-props.ts'

/** What the view says about a field, then the limits of its value, as in Strapi, and how much of them is used. */
export function useHint({ path, hint, attribute }: FieldPlace): string | undefined {
  const value = useValue(path)
  const { t } = useTexts()
  const { type, minLength, maxLength, min, max } = attribute
  const isNumber = ['integer', 'biginteger', 'float', 'decimal'].includes(type)
  const [least, most] = isNumber ? [min, max] : [minLength, maxLength]
  const limits = [
    least === undefined ? '' : t('form.min', { value: least }),
    most === undefined ? '' : t('form.max', { value: most }),
  ]
  const range = limits.filter(text => text !== '').join(' / ')
  const unit = range === '' || isNumber ? '' : ` ${t('form.characters')}`
  const used = unit === '' ? '' : usedOf(typeof value === 'string' ? value.length : 0, most)
  const parts = [hint ?? '', `${range}${unit}`, used].filter(text => text !== '')
  return parts.length === 0 ? undefined : parts.join(' · ')
}

/** - `12/60` */
function usedOf(length: number, most: number | string | undefined): string {
  return most === undefined ? String(length) : `${length}/${most}`
}
