/** One part: its title, what can be done with it, and its fields once it is open. */
import { memo, type ReactNode, useSyncExternalStore } from 'react'
import type { SchemaInfo } from '../../../../../src/admin-api/schema-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import type { FieldPlace } from '../fields/field-props.ts'
import { useForm, useKeyed } from '../form-context.tsx'
import type { PartReference, PartValue } from '../store/form-value.ts'
import { fieldId } from '../store/problem-paths.ts'
import { useUndoToast } from '../use-undo.ts'
import { moveItems } from './move-items.ts'
import { copyOf, copyPart, useCopiedPart } from './part-clipboard.ts'
import styles from './parts.module.css'
import { useComponentName } from './use-component-name.ts'

export interface PartItemProps {
  readonly place: FieldPlace
  readonly part: PartReference
  readonly index: number
  readonly count: number
  readonly handle: ReactNode
  readonly canAdd: boolean
  readonly onInsert: (index: number) => void
}

export const PartItem = memo(function PartItem(props: PartItemProps): ReactNode {
  const { place, part, index, handle } = props
  const { store, Grid } = useForm()
  const path = `${place.path}.${part.key}`
  const isOpen = useKeyed(store.open, path) === true
  const name = useComponentName()(part.component)
  const title = usePartTitle(path, part.component)
  const hasProblem = useHasProblem(path)
  const { t } = useTexts()
  const bodyId = `${fieldId(path)}-body`
  const shown =
    place.attribute.type === 'dynamiczone' || title === '' ? `${name}${title === '' ? ` ${index + 1}` : ''}` : ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced again for every field inside
    <div
      className={styles.part}
      id={fieldId(path)}
      role="group"
      aria-label={`${name} ${index + 1}`}
      data-open={isOpen || undefined}
    >
      <div className={styles.partHeader}>
        {handle}
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => store.open.set(path, !isOpen)}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={18} />
          {shown === '' ? null : <span className={styles.partName}>{shown}</span>}
          <span className={shown === '' ? styles.partName : 'clip shrinks soft'}>{title}</span>
          {hasProblem ? (
            <span className={styles.mark}>
              <Icon name="warning" size={16} />
              <span className="visually-hidden">{t('form.hasProblems')}</span>
            </span>
          ) : null}
        </button>
        {place.disabled ? null : <PartMenu {...props} name={name} />}
      </div>
      <div id={bodyId} className={styles.partBody} hidden={!isOpen}>
        {isOpen ? (
          <Grid uid={part.component} prefix={`${path}.`} field={fieldOf(place)} disabled={place.disabled} />
        ) : null}
      </div>
    </div>
  )
})

/** Rights name the fields of components by attributes alone: `blocks.text`. */
function fieldOf({ path }: FieldPlace): string {
  return `${path
    .split('.')
    .filter((_, index) => index % 2 === 0)
    .join('.')}.`
}

function PartMenu({
  place,
  part,
  index,
  count,
  canAdd,
  onInsert,
  name,
}: PartItemProps & { readonly name: string }): ReactNode {
  const { t } = useTexts()
  const { store } = useForm()
  const { path } = place
  const isZone = place.attribute.type === 'dynamiczone'
  const components = isZone ? (place.attribute.components ?? []) : [place.attribute.component!]
  const copied = useCopiedPart(components)
  const sayWithUndo = useUndoToast()
  const value = (): PartValue => store.readPart(path, part)
  const insert = (at: number, copy: PartValue) => {
    store.insertPart(path, at, copy)
    store.open.set(`${path}.${copy.key}`, true)
  }
  const remove = () => {
    store.removePart(path, part.key)
    sayWithUndo(t('form.partDeleted', { name: `${name} ${index + 1}` }))
  }
  const items: readonly MenuItem[] = [
    ...moveItems(t, { index, last: count - 1 }, to => store.movePart(path, index, to)),
    ...(canAdd
      ? [
          {
            label: isZone ? t('form.addAbove') : t('form.addEntryAbove'),
            icon: 'add' as const,
            onClick: () => onInsert(index),
          },
          {
            label: isZone ? t('form.addBelow') : t('form.addEntryBelow'),
            icon: 'add' as const,
            onClick: () => onInsert(index + 1),
          },
          { label: t('form.duplicatePart'), icon: 'copy' as const, onClick: () => insert(index + 1, copyOf(value())) },
        ]
      : []),
    { label: t('form.copyPart'), icon: 'copy', onClick: () => copyPart(value()) },
    ...(canAdd && copied !== null
      ? [{ label: t('form.pasteBelow'), icon: 'copy' as const, onClick: () => insert(index + 1, copied.take()) }]
      : []),
  ]
  return (
    <>
      <Menu
        target={<IconButton size="small" label={t('form.actionsOf', { name: `${name} ${index + 1}` })} icon="more" />}
        items={items}
      />
      <IconButton
        size="small"
        label={t('form.deletePart', { name: `${name} ${index + 1}` })}
        icon="trash"
        onClick={remove}
      />
    </>
  )
}

/** The words by which a part is recognised. */
export function usePartTitle(path: string, component: string): string {
  const { store, schema } = useForm()
  const { name, isMarkdown } = titleField(schema, component)
  const value = useKeyed(store.values, `${path}.${name}`)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  return (isMarkdown ? plainWords(value) : value).slice(0, 80)
}

/** A component without a title has its first words. */
function titleField({ components }: SchemaInfo, uid: string): { readonly name: string; readonly isMarkdown: boolean } {
  const component = components.find(other => other.uid === uid)
  if (component === undefined) return { name: 'id', isMarkdown: false }
  const { titleField: chosen, attributes } = component
  const name =
    chosen !== 'id' ? chosen : (Object.keys(attributes).find(key => WORDS.has(attributes[key]!.type)) ?? 'id')
  return { name, isMarkdown: attributes[name]?.type === 'richtext' }
}

const WORDS = new Set(['string', 'text', 'richtext', 'email', 'enumeration'])

/** - `### If you have *ten* minutes` gives `If you have ten minutes` */
function plainWords(markdown: string): string {
  return markdown
    .slice(0, 400)
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^[\s>#]+|[*`]+/gm, '')
    .trim()
}

export function useHasProblem(path: string): boolean {
  const { store } = useForm()
  return useSyncExternalStore(
    listener => store.problems.subscribeAll(listener),
    () => store.problems.keys().some(key => key.startsWith(`${path}.`)),
  )
}
