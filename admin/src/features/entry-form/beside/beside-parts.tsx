/** The parts that only the other locale has. Those that both have are shown at their fields. */
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import type { FieldPlace } from '../fields/field-props.ts'
import { type Beside, useForm, useParts } from '../form-context.tsx'
import { copyOf } from '../parts/part-clipboard.ts'
import { useComponentName } from '../parts/use-component-name.ts'
import { alignParts } from '../store/align-parts.ts'
import type { PartReference } from '../store/form-value.ts'
import { valuesText } from '../store/shown-value.ts'
import styles from './beside.module.css'

interface BesidePartsProps {
  readonly place: FieldPlace
  readonly there: string
  readonly beside: Beside
}

export function BesideParts({ place, there, beside }: BesidePartsProps): ReactNode {
  const { t, count } = useTexts()
  const { store } = useForm()
  const nameOf = useComponentName()
  const mine = useParts(place.path)
  const theirs = beside.store.parts(there)
  const pairs = alignParts(mine, theirs)
  const partners = new Map([...pairs].map(([here, other]) => [other, here]))
  const alone = theirs.filter(({ key }) => !partners.has(key))
  // The button of the field copies the only part.
  const isOnly = place.attribute.type === 'component' && !place.attribute.repeatable
  const insert = (part: PartReference) => {
    const before = theirs.slice(0, theirs.indexOf(part)).findLast(({ key }) => partners.has(key))
    const index = before === undefined ? 0 : mine.findIndex(({ key }) => key === partners.get(before.key)) + 1
    const copy = copyOf(beside.store.readPart(there, part))
    store.insertPart(place.path, index, copy)
    store.open.set(`${place.path}.${copy.key}`, true)
  }
  return (
    <>
      {isOnly ? null : <p className="small soft">{count('form.partsIn', theirs.length)}</p>}
      {alone.length === 0 ? null : (
        <ul className={styles.parts}>
          {alone.map(part => (
            <li key={part.key} className={styles.part}>
              <span className="strong">{nameOf(part.component)}</span>
              <span className={styles.text} lang={beside.locale} dir="auto">
                {valuesText(beside.store.readPart(there, part))}
              </span>
              {place.disabled || isOnly ? null : (
                <Button size="small" icon="copy" onClick={() => insert(part)}>
                  {t('form.copyFrom', { name: nameOf(part.component), locale: beside.name })}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
