/** What is open, in which state, and what can be done with it. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type I18n, useTexts } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Button, IconButton } from '../../ui/inputs/button.tsx'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { useStickyHeight } from '../../ui/page/use-sticky-height.ts'
import { useTabTitle } from '../../ui/page/use-tab-title.ts'
import { StateHelp, StatusBadge } from '../content-list/entry.ts'
import styles from './entry-form.module.css'
import { type FormTab, useForm, useKeyed } from './form-context.tsx'
import { OthersHere } from './notices.tsx'
import type { Autosave } from './saving/autosave.ts'
import { KeptNote } from './saving/kept-note.tsx'
import { useDirty } from './saving/use-dirty.ts'
import { otherLocales } from './side/locale-states.ts'
import { useCell } from './store/cell.ts'
import type { FormStore } from './store/form-store.ts'
import type { EntryActions } from './use-entry-actions.ts'
import { undoIn } from './use-undo.ts'

export interface FormHeaderProps {
  readonly actions: EntryActions
  readonly autosave: Autosave
  readonly tab: FormTab
  readonly onTab: (tab: FormTab) => void
  readonly isDrawer: boolean
  readonly canEdit: boolean
}

export function FormHeader({ actions, autosave, tab, onTab, isDrawer, canEdit }: FormHeaderProps): ReactNode {
  const { session, type } = useForm()
  const { entry } = useCell(session.meta)
  const title = useTitle()
  const hasBack = !isDrawer && type.kind === 'collectionType'
  useTabTitle(isDrawer ? undefined : title)
  const header = useStickyHeight(!isDrawer)
  return (
    <>
      <header className={styles.header} ref={header} data-back={hasBack || undefined}>
        <div className={styles.titles}>
          {hasBack ? (
            <Link className={styles.back!} to="/content-manager/collection-types/$uid" params={{ uid: type.uid }}>
              <Icon name="arrowLeft" size={16} />
              {type.displayName}
            </Link>
          ) : null}
          {isDrawer ? (
            <h2 className={styles.title}>{title}</h2>
          ) : (
            <h1 className={styles.title} title={title}>
              {title}
            </h1>
          )}
          <div className={styles.subtitle}>
            <StatusBadge status={entry === null ? (type.draftAndPublish ? 'draft' : null) : entry.status} />
            {type.draftAndPublish ? <StateHelp /> : null}
            <KeptNote autosave={autosave} />
            <OthersHere />
          </div>
        </div>
        <Actions actions={actions} canEdit={canEdit} />
      </header>
      {isDrawer || entry === null || type.apiPath === null ? null : <Tabs tab={tab} onTab={onTab} />}
    </>
  )
}

function Actions({ actions, canEdit }: Pick<FormHeaderProps, 'actions' | 'canEdit'>): ReactNode {
  const { t } = useTexts()
  const { session, type, beside, showBeside } = useForm()
  const { entry, busy } = useCell(session.meta)
  const isDirty = useDirty(session.store)
  const status = entry?.status ?? (type.draftAndPublish ? 'draft' : null)
  const mayPublish = type.draftAndPublish && (entry === null ? type.rights.publish !== false : entry.may.publish)
  const isLive = status === 'published' || status === 'modified'
  const [other] = type.localized ? otherLocales(session) : []
  const can = useCell(session.store.history.can)
  const items: readonly MenuItem[] = [
    ...(canEdit && can !== 'nothing' ? undoItems(session.store, can, t) : []),
    ...(other === undefined || beside !== null
      ? []
      : [{ label: t('form.sideBySide'), icon: 'columns' as const, onClick: () => showBeside(other.locale) }]),
    ...(entry !== null && type.kind === 'collectionType' && type.rights.create !== false
      ? [{ label: t('form.duplicate'), icon: 'copy' as const, onClick: () => void actions.duplicate() }]
      : []),
    ...(isDirty || status === 'modified'
      ? [{ label: t('form.discardChanges'), icon: 'history' as const, onClick: () => actions.ask({ kind: 'discard' }) }]
      : []),
    ...(entry?.may.delete
      ? [
          {
            label: t('form.deleteEntry'),
            icon: 'trash' as const,
            danger: true,
            onClick: () => actions.ask({ kind: 'delete' }),
          },
        ]
      : []),
  ]
  return (
    <div className={styles.actions}>
      {canEdit ? <UndoButtons /> : null}
      {items.length === 0 ? null : (
        <Menu target={<IconButton label={t('form.moreActions')} icon="more" />} items={items} />
      )}
      {mayPublish && isLive ? (
        <Button busy={busy === 'unpublish'} onClick={() => actions.ask({ kind: 'unpublish' })}>
          {t('form.unpublish')}
        </Button>
      ) : null}
      {mayPublish ? (
        <Button
          busy={busy === 'publish'}
          disabled={status === 'published' && !isDirty}
          onClick={() => void actions.publish()}
        >
          {t('form.publish')}
        </Button>
      ) : null}
      {canEdit ? (
        <Button
          look="primary"
          busy={busy === 'save'}
          disabled={entry !== null && !isDirty}
          onClick={() => void actions.save()}
        >
          {t('common.save')}
        </Button>
      ) : null}
    </div>
  )
}

/** On a phone there is no room for the buttons. */
function undoItems(store: FormStore, can: string, t: I18n['t']): readonly MenuItem[] {
  return [
    { label: t('common.undo'), icon: 'undo', disabled: can === 'redo', onClick: () => undoIn(store, 'undo') },
    { label: t('form.redo'), icon: 'redo', disabled: can === 'undo', onClick: () => undoIn(store, 'redo') },
  ]
}

function UndoButtons(): ReactNode {
  const { t } = useTexts()
  const { store } = useForm()
  const can = useCell(store.history.can)
  if (can === 'nothing') return null
  return (
    <div className={styles.undo}>
      <IconButton
        label={t('common.undo')}
        icon="undo"
        disabled={can === 'redo'}
        onClick={() => undoIn(store, 'undo')}
      />
      <IconButton label={t('form.redo')} icon="redo" disabled={can === 'undo'} onClick={() => undoIn(store, 'redo')} />
    </div>
  )
}

function Tabs({ tab, onTab }: Pick<FormHeaderProps, 'tab' | 'onTab'>): ReactNode {
  const { t } = useTexts()
  const names = ['content', 'api'] as const
  return (
    <div className="flex gap-1 line-below" role="tablist" aria-label={t('form.tabs')}>
      {names.map((name, index) => (
        <button
          key={name}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={tab === name}
          tabIndex={tab === name ? 0 : -1}
          onClick={() => onTab(name)}
          onKeyDown={event => {
            if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
            const next = names[1 - index]!
            onTab(next)
            const other = event.currentTarget[index === 0 ? 'nextElementSibling' : 'previousElementSibling']
            ;(other as HTMLElement | null)?.focus()
          }}
        >
          {t(name === 'api' ? 'form.tab_api' : 'form.tab_content')}
        </button>
      ))}
    </div>
  )
}

/** What is written now, before it is saved. */
function useTitle(): string {
  const { t } = useTexts()
  const { session, store, type } = useForm()
  const { entry } = useCell(session.meta)
  const value = useKeyed(store.values, type.titleField)
  if (type.kind === 'singleType') return type.displayName
  if (typeof value === 'string' && value !== '') return value
  return entry?.title ?? t('form.createTitle')
}
