import { useTexts } from '../../../i18n/i18n.tsx'
import type { FieldPlace } from './field-props.ts'

/** What the view says about a field, then the limits of its value, as in Strapi. */
export function useHint({ hint, attribute }: FieldPlace): string | undefined {
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
  const parts = [hint ?? '', `${range}${unit}`].filter(text => text !== '')
  return parts.length === 0 ? undefined : parts.join(' · ')
}
