/** The parts of a repeatable component or of a dynamic zone. Each is closed until it is opened. */
import { Fragment, memo, type ReactNode, useRef, useState } from 'react'
import { useSortableTexts } from '../../../forms/use-sortable-texts.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { SortableList } from '../../../ui/drag/sortable-list.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { FieldProblem, useProblemId } from '../fields/field-problem.tsx'
import type { FieldPlace } from '../fields/field-props.ts'
import { useForm, useParts } from '../form-context.tsx'
import type { PartValue } from '../store/form-value.ts'
import { newPart } from '../store/form-values.ts'
import { enterPart, focusPart } from '../store/problem-paths.ts'
import { useCopiedPart } from './part-clipboard.ts'
import { PartItem } from './part-item.tsx'
import { PartPalette } from './part-palette.tsx'
import styles from './parts.module.css'
import { useComponentName } from './use-component-name.ts'

export const PartList = memo(function PartList({ place }: { readonly place: FieldPlace }): ReactNode {
  const { path, label, attribute, disabled } = place
  const { t } = useTexts()
  const { store } = useForm()
  const parts = useParts(path)
  const problemId = useProblemId(path)
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
  const close = () => {
    setPalette(null)
    focusBeside(path, parts[palette ?? 0], section.current)
  }
  const create = (index: number, component: string) => insert(index, newPart(component, store.model.components))
  const add = (index: number) => (isZone ? setPalette(index) : create(index, attribute.component!))
  const isFull = attribute.max !== undefined && parts.length >= Number(attribute.max)
  const canAdd = !isFull && !disabled
  const shared = { place, count: parts.length, canAdd, onInsert: add }
  const paletteAt = (index: number) =>
    palette === index ? (
      <PartPalette
        label={label}
        components={components}
        onChoose={component => create(index, component)}
        onClose={close}
      />
    ) : null
  return (
    <section ref={section} className="stack gap-2" aria-label={label} aria-describedby={problemId}>
      <Heading place={place} count={parts.length} />
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
              <PartItem {...shared} part={part} index={index} handle={handle} />
            </Fragment>
          )}
        </SortableList>
      )}
      {paletteAt(parts.length)}
      <FieldProblem path={path} />
      <End isEmpty={parts.length === 0 && !isZone} max={isFull ? Number(attribute.max) : undefined}>
        {canAdd && palette !== parts.length ? (
          <AddBar place={place} components={components} index={parts.length} onAdd={add} onPaste={insert} />
        ) : null}
      </End>
    </section>
  )
})

function focusBeside(path: string, part: { readonly key: string } | undefined, section: HTMLElement | null): void {
  if (part !== undefined) focusPart(`${path}.${part.key}`)
  else requestAnimationFrame(() => section?.querySelector<HTMLElement>('[data-add] button')?.focus())
}

function Heading({ place, count }: { readonly place: FieldPlace; readonly count: number }): ReactNode {
  const { label, hint, attribute } = place
  return (
    <div className={styles.heading}>
      <span className={styles.label} data-required={attribute.required || undefined}>
        {label} <span className={styles.count}>({count})</span>
      </span>
      {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
    </div>
  )
}

interface EndProps {
  readonly isEmpty: boolean
  /** Only if no more parts fit. */
  readonly max: number | undefined
  readonly children: ReactNode
}

/** What is below the parts. */
function End({ isEmpty, max, children }: EndProps): ReactNode {
  const { t, count } = useTexts()
  return (
    <>
      <div className={isEmpty ? styles.empty : undefined}>
        {isEmpty ? <p>{t('form.noPart')}</p> : null}
        {children}
      </div>
      {max === undefined ? null : <p className={styles.hint}>{count('form.maxReached', max)}</p>}
    </>
  )
}

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
