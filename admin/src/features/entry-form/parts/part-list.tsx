/** The parts of a repeatable component or of a dynamic zone. Each is closed until it is opened. */
import { Fragment, memo, type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { SortableList } from '../../../ui/inputs/sortable-list.tsx'
import type { FieldPlace } from '../fields/field-props.ts'
import { useForm, useParts, useProblem } from '../form-context.tsx'
import type { PartValue } from '../store/form-value.ts'
import { newPart } from '../store/form-values.ts'
import { enterPart, focusPart } from '../store/problem-paths.ts'
import { useCopiedPart } from './part-clipboard.ts'
import { PartItem } from './part-item.tsx'
import { PartPalette } from './part-palette.tsx'
import styles from './parts.module.css'
import { useComponentName } from './use-component-name.ts'
import { useSortableTexts } from './use-sortable-texts.ts'

export const PartList = memo(function PartList({ place }: { readonly place: FieldPlace }): ReactNode {
  const { path, label, hint, attribute, disabled } = place
  const { t, count } = useTexts()
  const { store } = useForm()
  const parts = useParts(path)
  const problem = useProblem(path)
  const texts = useSortableTexts()
  const nameOf = useComponentName()
  const isZone = attribute.type === 'dynamiczone'
  const components = isZone ? (attribute.components ?? []) : [attribute.component!]
  /** Where the palette is open. */
  const [palette, setPalette] = useState<number | null>(null)
  const insert = (index: number, part: PartValue) => {
    store.insertPart(path, index, part)
    store.open.set(`${path}.${part.key}`, true)
    setPalette(null)
    enterPart(`${path}.${part.key}`)
  }
  const section = useRef<HTMLElement>(null)
  /** Without adding a part: back to where it was opened. */
  const closePalette = () => {
    const beside = parts[palette ?? 0]
    setPalette(null)
    if (beside !== undefined) focusPart(`${path}.${beside.key}`)
    else requestAnimationFrame(() => section.current?.querySelector<HTMLElement>('[data-add] button')?.focus())
  }
  const add = (index: number) =>
    isZone ? setPalette(index) : insert(index, newPart(attribute.component!, store.model.components))
  const isFull = attribute.max !== undefined && parts.length >= Number(attribute.max)
  const paletteAt = (index: number) =>
    palette === index ? (
      <PartPalette
        label={label}
        components={components}
        onChoose={component => insert(index, newPart(component, store.model.components))}
        onClose={closePalette}
      />
    ) : null
  return (
    <section ref={section} className="stack gap-2" aria-label={label}>
      <div className={styles.heading}>
        <span className={styles.label} data-required={attribute.required || undefined}>
          {label} <span className={styles.count}>({parts.length})</span>
        </span>
        {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
      </div>
      {parts.length === 0 ? null : (
        <SortableList
          label={t('form.partsOf', { name: label })}
          items={parts}
          keyOf={({ key }) => key}
          nameOf={part => `${nameOf(part.component)} ${parts.indexOf(part) + 1}`}
          onMove={(from, to) => store.movePart(path, from, to)}
          texts={texts}
          disabled={disabled || parts.length < 2}
        >
          {(part, index, handle) => (
            <Fragment>
              {paletteAt(index)}
              <PartItem
                place={place}
                part={part}
                index={index}
                count={parts.length}
                handle={handle}
                canAdd={!isFull && !disabled}
                onInsert={add}
              />
            </Fragment>
          )}
        </SortableList>
      )}
      {paletteAt(parts.length)}
      {problem === undefined ? null : <p className="small rust">{problem}</p>}
      <div className={parts.length === 0 && !isZone ? styles.empty : undefined}>
        {parts.length === 0 && !isZone ? <p>{t('form.noPart')}</p> : null}
        {disabled || isFull || palette === parts.length ? null : (
          <AddBar place={place} components={components} index={parts.length} onAdd={add} onPaste={insert} />
        )}
      </div>
      {isFull ? <p className={styles.hint}>{count('form.maxReached', Number(attribute.max))}</p> : null}
    </section>
  )
})

interface AddBarProps {
  readonly place: FieldPlace
  readonly components: readonly string[]
  readonly index: number
  readonly onAdd: (index: number) => void
  readonly onPaste: (index: number, part: PartValue) => void
}

function AddBar({ place, components, index, onAdd, onPaste }: AddBarProps): ReactNode {
  const { t } = useTexts()
  const copied = useCopiedPart(components)
  const nameOf = useComponentName()
  const isZone = place.attribute.type === 'dynamiczone'
  return (
    <div className={styles.addBar} data-add>
      <Button look="plain" size={isZone ? 'normal' : 'small'} icon="add" onClick={() => onAdd(index)}>
        {isZone ? t('form.addComponentTo', { name: place.label }) : t('form.addEntry')}
      </Button>
      {copied === null ? null : (
        <Button look="quiet" icon="copy" onClick={() => onPaste(index, copied.take())}>
          {t('form.paste', { name: nameOf(copied.component) })}
        </Button>
      )}
    </div>
  )
}
