/** The entries that a relation leads to: found by search, ordered, opened and created in place. */
import { memo, type ReactNode } from 'react'
import type { RelationItem } from '../../../../../src/admin-api/content-api.ts'
import { useSortableTexts } from '../../../forms/use-sortable-texts.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { SortableList } from '../../../ui/drag/sortable-list.tsx'
import { Button, IconButton } from '../../../ui/inputs/button.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { StatusBadge } from '../../content-list/entry.ts'
import type { FieldPlace } from '../fields/field-props.ts'
import { useForm, useValue } from '../form-context.tsx'
import { moveItems } from '../parts/move-items.ts'
import { NO_RELATION, type RelationState } from '../store/form-value.ts'
import { chosenCount, disconnect, move, refresh } from '../store/relation-state.ts'
import styles from './relation-field.module.css'
import { RelationSearch } from './relation-search.tsx'
import { useMoreRelated } from './use-more-related.ts'

export const RelationField = memo(function RelationField({ place }: { readonly place: FieldPlace }): ReactNode {
  const { path, label, attribute, disabled } = place
  const { t, count } = useTexts()
  const { store } = useForm()
  const state = useValue<RelationState>(path) ?? NO_RELATION
  const more = useMoreRelated(path)
  const texts = useSortableTexts()
  const total = chosenCount(state)
  const isMultiple = attribute.multiple === true
  return (
    <div className={styles.field}>
      <RelationSearch place={place} label={label} />
      {isMultiple && total > 0 ? <p className="small soft">{count('form.chosen', total)}</p> : null}
      {state.items.length === 0 ? null : (
        <SortableList
          label={t('form.chosenOf', { name: label })}
          items={state.items}
          keyOf={item => `${item.uid ?? ''}${item.id}`}
          nameOf={item => item.title}
          onMove={(from, to) => store.set(path, move(state, from, to))}
          texts={texts}
          disabled={disabled || !isMultiple || state.items.length < 2}
        >
          {(item, index, handle) => <ChosenItem place={place} item={item} index={index} handle={handle} />}
        </SortableList>
      )}
      {state.count > state.loaded.length ? (
        <Button size="small" look="quiet" busy={more.isBusy} onClick={more.load}>
          {t('form.loadMore')}
        </Button>
      ) : null}
    </div>
  )
})

interface ChosenProps {
  readonly place: FieldPlace
  readonly item: RelationItem
  readonly index: number
  readonly handle: ReactNode
}

function ChosenItem({ place, item, index, handle }: ChosenProps): ReactNode {
  const { path, attribute, disabled } = place
  const { t } = useTexts()
  const { store, schema, openRelated } = useForm()
  const uid = item.uid ?? attribute.target ?? ''
  const type = schema.types.find(other => other.uid === uid)
  const isHidden = item.readable === false
  const canOpen = type?.visible === true && type.rights.read !== false && !isHidden
  const state = () => (store.values.get(path) ?? NO_RELATION) as RelationState
  const change = (next: RelationState) => store.set(path, next)
  const open = () =>
    openRelated({
      uid,
      id: item.id,
      onSaved: entry => change(refresh(state(), { ...item, title: entry.title, status: entry.status })),
    })
  const last = state().items.length - 1
  const items = moveItems(t, { index, last }, to => change(move(state(), index, to)))
  return (
    <div className={styles.item}>
      {handle}
      {canOpen ? (
        <button type="button" className={styles.title} onClick={open} title={t('form.openEntry', { name: item.title })}>
          {item.title}
        </button>
      ) : (
        <span className={styles.title}>{item.title}</span>
      )}
      <span className={styles.state} data-status={item.uid === undefined ? item.status : undefined}>
        {item.uid === undefined || type === undefined ? null : <Badge>{type.displayName}</Badge>}
        {isHidden ? <Badge>{t('form.notReadable')}</Badge> : <StatusBadge status={item.status} />}
      </span>
      {disabled || attribute.multiple !== true || last === 0 ? null : (
        <Menu
          target={<IconButton size="small" label={t('form.moveItem', { name: item.title })} icon="more" />}
          items={items}
        />
      )}
      {disabled ? null : (
        <IconButton
          size="small"
          label={t('form.removeItem', { name: item.title })}
          icon="close"
          onClick={() => change(disconnect(state(), item))}
        />
      )}
    </div>
  )
}
