/** Finds entries to connect. What is not there yet can be created from here. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { RelationItem } from '../../../../../src/admin-api/content-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Combobox, type ComboboxOption } from '../../../ui/inputs/combobox/combobox.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { stillFound } from '../../../ui/lists/still-found.ts'
import { useSettled } from '../../../ui/lists/use-settled.ts'
import { StatusBadge } from '../../content-list/entry.ts'
import type { FieldPlace } from '../fields/field-props.ts'
import { useHint } from '../fields/use-hint.ts'
import { useForm, useProblem, useValue } from '../form-context.tsx'
import { NO_RELATION, type RelationState } from '../store/form-value.ts'
import { connect } from '../store/relation-state.ts'

const PAGE = 10
const CREATE = '@create'
const MORE = '@more'

export function RelationSearch({ place, label }: { readonly place: FieldPlace; readonly label: string }): ReactNode {
  const { path, attribute, disabled, placeholder } = place
  const { t, errorText } = useTexts()
  const { store, schema, openRelated } = useForm()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const anyTarget = attribute.target === undefined
  const [target, setTarget] = useState(attribute.target ?? schema.types.find(type => type.visible)?.uid ?? '')
  const state = useValue<RelationState>(path) ?? NO_RELATION
  const found = useCandidates(place, { text, isOpen, target: anyTarget ? target : undefined, state })
  const type = schema.types.find(({ uid }) => uid === target)
  const canCreate = type?.visible === true && type.rights.create !== false && type.kind === 'collectionType'
  const add = (item: RelationItem) => {
    const now = (store.values.get(path) ?? NO_RELATION) as RelationState
    store.set(path, connect(now, anyTarget ? { ...item, uid: target } : item, attribute.multiple === true))
    setText('')
  }
  const choose = (value: string) => {
    if (value === MORE) return found.more()
    if (value === CREATE) return openRelated({ uid: target, id: null, title: text.trim(), onSaved: add })
    const item = found.items.find(({ id }) => String(id) === value)
    if (item !== undefined) add(item)
  }
  const created = text.trim() === '' ? t('form.createEntry') : t('form.createNamed', { name: text.trim() })
  const options: readonly ComboboxOption[] = [
    ...found.items.map(item => ({
      value: String(item.id),
      label: item.title,
      detail: <StatusBadge status={item.status} />,
    })),
    ...(found.hasMore ? [{ value: MORE, label: t('form.loadMore'), isAction: true, stays: true }] : []),
    ...(canCreate ? [{ value: CREATE, label: created, icon: 'add' as const, isAction: true }] : []),
  ]
  return (
    <>
      {anyTarget ? (
        <Select
          label={t('form.relatedType', { name: label })}
          value={target}
          options={schema.types
            .filter(other => other.visible)
            .map(({ uid, displayName }) => ({ value: uid, label: displayName }))}
          onChange={setTarget}
        />
      ) : null}
      <Combobox
        label={label}
        hint={useHint(place)}
        error={useProblem(path)}
        required={attribute.required}
        disabled={disabled}
        placeholder={placeholder ?? t('form.addRelation')}
        text={text}
        onText={setText}
        onOpen={() => setOpen(true)}
        options={options}
        onChoose={choose}
        busy={found.isBusy}
        emptyText={
          found.isBusy ? t('common.loading') : found.error === null ? t('form.noneFound') : errorText(found.error)
        }
      />
    </>
  )
}

interface Search {
  readonly text: string
  readonly isOpen: boolean
  readonly target: string | undefined
  readonly state: RelationState
}

function useCandidates({ owner, name }: FieldPlace, { text, isOpen, target, state }: Search) {
  const { session } = useForm()
  const search = useSettled(text)
  const exclude = state.items.map(({ id }) => id)
  const query = useInfiniteQuery({
    queryKey: ['pick', owner, name, target, search, exclude, session.locale],
    enabled: isOpen,
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      call('GET /pick/:uid/:field', {
        params: { uid: owner, field: name },
        query: {
          page: pageParam,
          pageSize: PAGE,
          ...(search === '' ? {} : { _q: search }),
          ...(exclude.length === 0 ? {} : { exclude }),
          ...(session.locale === null ? {} : { locale: session.locale }),
          ...(target === undefined ? {} : { target }),
        },
        signal,
      }),
    getNextPageParam: ({ meta: { pagination } }) =>
      pagination.page < pagination.pageCount ? pagination.page + 1 : undefined,
    placeholderData: old => old,
  })
  const items = query.data?.pages.flatMap(page => page.data) ?? []
  const isOld = query.isPlaceholderData || search !== text.trim()
  return {
    items: isOld ? stillFound(items, text, ({ title }) => title) : items,
    hasMore: query.hasNextPage && !isOld,
    isBusy: query.isFetching,
    error: query.error,
    more: () => void query.fetchNextPage(),
  }
}
