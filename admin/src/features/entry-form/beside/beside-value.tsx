/** What the other locale has for a field, and the button that copies it. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { type FieldPlace, isShared } from '../fields/field-props.ts'
import { type Beside, useForm } from '../form-context.tsx'
import { copiedValue } from '../store/copied-value.ts'
import { type FormValue, isParts } from '../store/form-value.ts'
import { shownValue } from '../store/shown-value.ts'
import { OwnReading } from '../versions/own-reading.tsx'
import { ReadValue } from '../versions/read-value.tsx'
import styles from './beside.module.css'
import { BesideParts } from './beside-parts.tsx'
import { useCounterpart } from './use-counterpart.ts'

export function BesideValue({ place }: { readonly place: FieldPlace }): ReactNode {
  const { t } = useTexts()
  const { beside, type } = useForm()
  const there = useCounterpart(place.path)
  if (beside === null) return null
  if (isShared(type, place)) return <p className="small soft">{t('form.sameInLocales')}</p>
  const label = t('form.fieldIn', { name: place.label, locale: beside.name })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what can be filled in
    <div className="shrinks" role="group" aria-label={label}>
      <div className={styles.head}>
        <span aria-hidden="true">{isParts(place.attribute) ? beside.name : label}</span>
        {there === null ? null : <CopyButton place={place} there={there} beside={beside} />}
      </div>
      {there === null ? (
        <p className="small soft">{t('form.noSuchPart', { locale: beside.name })}</p>
      ) : isParts(place.attribute) ? (
        <BesideParts place={place} there={there} beside={beside} />
      ) : (
        <div className={styles.text} lang={beside.locale} dir="auto">
          <OtherValue place={place} label={label} value={beside.store.readAt(there, place.attribute)} />
        </div>
      )}
    </div>
  )
}

interface OtherValueProps {
  readonly place: FieldPlace
  readonly label: string
  readonly value: FormValue
}

function OtherValue({ place: { attribute }, label, value }: OtherValueProps): ReactNode {
  const { beside } = useForm()
  return (
    <OwnReading attribute={attribute} value={value} label={label} locale={beside!.locale}>
      <ReadValue attribute={attribute} value={value} />
    </OwnReading>
  )
}

interface CopyButtonProps {
  readonly place: FieldPlace
  readonly there: string
  readonly beside: Beside
}

/** A uid is made from this locale's own title, and nobody knows a password. */
const NEVER_COPIED = new Set(['uid', 'password'])

function CopyButton({ place: { path, label, attribute, disabled }, there, beside }: CopyButtonProps): ReactNode {
  const { t } = useTexts()
  const { store } = useForm()
  const value = beside.store.readAt(there, attribute)
  if (disabled || NEVER_COPIED.has(attribute.type) || shownValue(attribute, value) === '') return null
  const copy = () => {
    store.replaceAt(path, attribute, copiedValue(store.readAt(path, attribute), value, attribute.multiple === true))
  }
  return (
    <IconButton
      size="small"
      icon="copy"
      label={t('form.copyFrom', { name: label, locale: beside.name })}
      onClick={copy}
    />
  )
}
