/** The form of one entry: on a page of its own, or in a drawer over the form that leads to it. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { SchemaInfo } from '../../../../src/admin-api/schema-api.ts'
import { viewsQuery } from '../../api/queries.ts'
import { type I18n, useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Skeleton } from '../../ui/display/states.tsx'
import { useIsOnTop } from '../../ui/overlays/open-layers.ts'
import { showToast } from '../../ui/overlays/toast.tsx'
import { useOfferActions } from '../../ui/page/page-actions.ts'
import { BesideBar, type Showing } from './beside/beside-bar.tsx'
import { useBeside } from './beside/use-beside.ts'
import styles from './entry-form.module.css'
import { whenControl } from './first-control.ts'
import { type FormContextValue, FormProvider, type FormTab, type RelatedRequest } from './form-context.tsx'
import { FormGrid } from './form-grid.tsx'
import { FormHeader } from './form-header.tsx'
import { ElsewhereNotice, RestoredNotice } from './notices.tsx'
import { ProblemList } from './problem-list.tsx'
import { Questions } from './questions.tsx'
import type { Autosave } from './saving/autosave.ts'
import { ConflictDialog } from './saving/conflict-dialog.tsx'
import type { EntrySession } from './saving/entry-session.ts'
import { usePresence } from './saving/use-presence.ts'
import { watchEntry } from './saving/watch-entry.ts'
import { Rail } from './side/rail.tsx'
import { useCell } from './store/cell.ts'
import { jumpTo } from './store/problem-paths.ts'
import { type AfterActions, type EntryActions, useEntryActions } from './use-entry-actions.ts'
import { undoDirection, undoIn } from './use-undo.ts'

const PreviewPane = lazy(() => import('./preview/preview-pane.tsx'))
const ApiTab = lazy(() => import('./side/api-tab.tsx'))

export interface EntryFormProps {
  readonly session: EntrySession
  readonly autosave: Autosave
  readonly schema: SchemaInfo
  readonly person: number
  readonly after: AfterActions
  readonly isDrawer?: boolean
  /** Opens an entry that the form leads to. */
  readonly renderRelated: (request: RelatedRequest, onClose: () => void) => ReactNode
}

export function EntryForm(props: EntryFormProps): ReactNode {
  const { session, autosave, schema, person, after, isDrawer = false, renderRelated } = props
  const { t } = useTexts()
  const { data: views } = useSuspenseQuery(viewsQuery)
  const [related, setRelated] = useState<RelatedRequest | null>(null)
  const [tab, setTab] = useState<FormTab>('content')
  const people = usePresence(session, person)
  useEffect(() => {
    const onFollowed = (by: string | null) =>
      showToast({ message: t('form.followed', { name: by ?? t('form.someone') }), look: 'info' })
    return watchEntry({ session, me: person, onFollowed })
  }, [session, person, t])
  const actions = useEntryActions(session, autosave, after)
  const { entry } = useCell(session.meta)
  const { store, type } = session
  const state = useBeside(session, isDrawer)
  const { beside, show: showBeside } = state
  const [showing, setShowing] = useState<Showing>('mine')
  const [isPreviewed, setPreviewed] = useState(false)
  const context = useMemo<FormContextValue>(
    () => ({
      ...{ session, store, type, schema, views, people, beside, showBeside },
      Grid: FormGrid,
      openRelated: setRelated,
    }),
    [session, store, type, schema, views, people, beside, showBeside],
  )
  const canEdit = entry === null ? type.rights.create !== false : entry.may.update
  useShortcuts(session, actions)
  const apart = () => store.history.setApart()
  const main = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!session.exists && !matchMedia('(pointer: coarse)').matches) focusFirst(main.current)
  }, [session])
  useOfferActions(isDrawer || !canEdit ? undefined : formActions(session, actions, t))
  return (
    <FormProvider value={context}>
      <div
        className={styles.form}
        data-drawer={isDrawer || undefined}
        onPasteCapture={apart}
        onCutCapture={apart}
        onDropCapture={apart}
      >
        <FormHeader {...{ actions, autosave, tab, isDrawer, canEdit }} onTab={setTab} />
        <RestoredNotice autosave={autosave} />
        {canEdit ? null : <Notice>{t('form.readOnly')}</Notice>}
        <ProblemList />
        {tab === 'api' ? (
          <Suspense fallback={<Skeleton />}>
            <ApiTab />
          </Suspense>
        ) : (
          <div
            className={styles.columns}
            data-beside={beside === null ? undefined : true}
            data-showing={showing}
            data-preview={isPreviewed || undefined}
          >
            <div className={styles.main} ref={main}>
              <BesideBar state={state} showing={showing} onShowing={setShowing} />
              <FormGrid uid={type.uid} prefix="" field="" disabled={!canEdit} />
            </div>
            {isPreviewed ? (
              <Suspense fallback={<Skeleton />}>
                <PreviewPane onClose={() => setPreviewed(false)} />
              </Suspense>
            ) : (
              <Rail {...{ actions, canEdit, isDrawer }} onPreview={() => setPreviewed(true)} />
            )}
          </div>
        )}
        <ElsewhereNotice onRestored={actions.restored} />
      </div>
      <Questions actions={actions} />
      <ConflictDialog
        onSolved={next => {
          if (next === 'save') void actions.save()
          if (next === 'publish') void actions.publishNow()
        }}
      />
      {related === null ? null : renderRelated(related, () => setRelated(null))}
    </FormProvider>
  )
}

/** Whoever opens a new entry begins to write. On a touch screen, the keyboard would cover it. */
function focusFirst(main: HTMLElement | null): void {
  const field = main?.querySelector<HTMLElement>('[data-path]')
  if (field) whenControl(field, control => control.focus({ preventScroll: true }))
}

/** For the command palette. */
function formActions({ type, meta }: EntrySession, { save, publish, duplicate }: EntryActions, t: I18n['t']) {
  const { entry } = meta.get()
  const mayPublish = type.draftAndPublish && (entry === null ? type.rights.publish !== false : entry.may.publish)
  const mayCopy = entry !== null && type.kind === 'collectionType' && type.rights.create !== false
  return [
    { label: t('common.save'), icon: 'check' as const, run: () => void save() },
    ...(mayPublish ? [{ label: t('form.publish'), icon: 'globe' as const, run: () => void publish() }] : []),
    ...(mayCopy ? [{ label: t('form.duplicate'), icon: 'copy' as const, run: () => void duplicate() }] : []),
  ]
}

/** ⌘S saves, ⌘⏎ publishes, ⌘Z undoes, ⌘. goes to the next problem: in the form that nothing is open over, wherever the focus is. */
function useShortcuts({ store, type }: EntrySession, actions: EntryActions): void {
  const last = useRef(-1)
  const isOnTop = useIsOnTop()
  const run = (event: KeyboardEvent): boolean => {
    if (!(event.metaKey || event.ctrlKey) || event.altKey) return false
    const direction = undoDirection(event)
    if (direction !== undefined) undoIn(store, direction)
    else if (event.key.toLowerCase() === 's') void actions.save()
    else if (event.key === 'Enter' && type.draftAndPublish) void actions.publish()
    else if (event.key === '.') {
      const paths = store.problems.keys()
      last.current = (last.current + 1) % Math.max(1, paths.length)
      if (paths[last.current] !== undefined) jumpTo(store, paths[last.current]!)
    } else return false
    return true
  }
  const newest = useRef(run)
  newest.current = run
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && isOnTop() && newest.current(event)) event.preventDefault()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [isOnTop])
}
