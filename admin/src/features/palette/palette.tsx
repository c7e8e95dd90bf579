/** ⌘K: goes to any type, entry, file or page, and starts actions, by typing. */
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { schemaQuery, sessionQuery } from '../../api/queries.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { ErrorNotice } from '../../ui/display/notice.tsx'
import { isComposing } from '../../ui/inputs/is-composing.ts'
import { stillFound } from '../../ui/lists/still-found.ts'
import { useSettled } from '../../ui/lists/use-settled.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { usePageActions } from '../../ui/page/page-actions.ts'
import { useOwnPlaces } from '../own/entry.ts'
import { fixedItems, type PaletteItem } from './fixed-items.ts'
import { foundItems, foundQuery } from './found-items.ts'
import styles from './palette.module.css'

export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t, count } = useTexts()
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const { items, error } = useItems(text)
  const open = (item: PaletteItem | undefined) => {
    if (item === undefined) return
    onClose()
    if (item.run === undefined) navigate({ href: item.address })
    else item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const moved = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (moved !== undefined) {
      event.preventDefault()
      setChosen(old => (old + moved + items.length) % Math.max(items.length, 1))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      open(items[chosen])
    }
  }
  return (
    <Dialog title={t('shell.paletteTitle')} onClose={onClose}>
      <input
        className={styles.input}
        type="text"
        role="combobox"
        aria-label={t('shell.paletteLabel')}
        placeholder={t('shell.paletteLabel')}
        aria-expanded={items.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={items[chosen] === undefined ? undefined : `${listId}-${chosen}`}
        autoFocus
        data-autofocus
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <span className="visually-hidden">
        <span role="status">{count('shell.paletteFound', items.length)}</span>
      </span>
      <div id={listId} role="listbox" aria-label={t('shell.paletteResults')} className={styles.list}>
        {items.map((item, index) => (
          <Option key={item.address} id={`${listId}-${index}`} item={item} isChosen={index === chosen} onOpen={open} />
        ))}
      </div>
      <ErrorNotice error={error} />
      {items.length === 0 && error === null ? (
        <p className="soft pad-4 centered">{t('shell.paletteEmpty', { text })}</p>
      ) : null}
    </Dialog>
  )
}

interface OptionProps {
  readonly id: string
  readonly item: PaletteItem
  readonly isChosen: boolean
  readonly onOpen: (item: PaletteItem) => void
}

function Option({ id, item, isChosen, onOpen }: OptionProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the focus and handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={styles.option}
      ref={element => {
        if (isChosen) element?.scrollIntoView({ block: 'nearest' })
      }}
      onClick={() => onOpen(item)}
    >
      <Icon name={item.icon} size={18} />
      <span className="clip grow">{item.label}</span>
      <span className="small soft">{item.kind}</span>
    </div>
  )
}

/** What the panel knows at once, then what the server finds. */
function useItems(text: string): { readonly items: readonly PaletteItem[]; readonly error: unknown } {
  const { t } = useTexts()
  const { data: schema } = useSuspenseQuery(schemaQuery)
  const { data: session } = useSuspenseQuery(sessionQuery)
  const offered = usePageActions()
  const own = useOwnPlaces('pages')
  const wanted = useSettled(text)
  const { data, error, isPlaceholderData } = useQuery({
    ...foundQuery(wanted),
    enabled: wanted.length > 1,
    placeholderData: keepPreviousData,
  })
  const found = wanted.length > 1 && data !== undefined ? foundItems(data, schema, t) : []
  const isOld = isPlaceholderData || wanted !== text.trim()
  const shown = isOld ? stillFound(found, text, ({ label }) => label) : found
  return { items: [...fixedItems(schema, { session, offered, own }, text, t), ...shown], error }
}
