/** Save, publish and the rest, with what is said afterwards. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { LocaleCheck } from '../../../../src/admin-api/content-api.ts'
import { call } from '../../api/call.ts'
import { type I18n, useTexts } from '../../i18n/i18n.tsx'
import { showError, showToast } from '../../ui/overlays/toast.tsx'
import { showDeleted } from '../content-list/entry.ts'
import type { Autosave } from './saving/autosave.ts'
import type { EntrySession } from './saving/entry-session.ts'
import {
  checkLocales,
  deleteEntry,
  discardPending,
  type Outcome,
  publishEntry,
  saveEntry,
  takeOver,
  unpublishEntry,
} from './saving/entry-writes.ts'
import { savedBy } from './saving/watch-entry.ts'
import { jumpTo } from './store/problem-paths.ts'
import { showUndoToast } from './use-undo.ts'

export interface AfterActions {
  /** The entry did not exist before. */
  readonly onCreated: () => void
  readonly onSaved: () => void
  readonly onDeleted: () => void
  readonly onDuplicated: (id: number) => void
}

/** What is asked before something is done. */
export type Question =
  | { readonly kind: 'delete' | 'unpublish' | 'discard' }
  | { readonly kind: 'publish'; readonly checks: readonly LocaleCheck[] }

export function useEntryActions(session: EntrySession, autosave: Autosave, after: AfterActions) {
  const i18n = useTexts()
  const client = useQueryClient()
  const [question, setQuestion] = useState<Question | null>(null)
  /** Whether the page knows that the entry exists: it may come to be in the middle of something that fails. */
  const existed = useRef(session.exists)
  const finish = (outcome: Outcome, message?: string) => {
    if (outcome === 'done' && message !== undefined) showToast({ message })
    else report(session, outcome, i18n)
    if (outcome !== 'done' && session.exists === existed.current) return
    void client.invalidateQueries({ queryKey: ['list'] })
    after.onSaved()
    if (session.exists && !existed.current) after.onCreated()
    existed.current = session.exists
  }
  const save = async () => finish(await saveEntry(session), i18n.t('form.saved'))
  const publishNow = async (locales?: readonly string[]) => {
    setQuestion(null)
    finish(await publishEntry(session, locales), i18n.t('form.published'))
  }
  /** Related drafts, and other locales that could go along, are shown before. */
  const publish = async () => {
    if (!session.exists) return publishNow()
    const checks = await checkLocales(session).catch(() => [])
    const { id } = session.meta.get().entry!
    const isAsked = checks.some(check =>
      check.id === id ? check.draftRelations.length > 0 : check.status !== 'published',
    )
    if (isAsked) setQuestion({ kind: 'publish', checks })
    else await publishNow()
  }
  const unpublish = async () => {
    setQuestion(null)
    finish(await unpublishEntry(session), i18n.t('form.unpublished'))
  }
  const discard = async () => {
    setQuestion(null)
    const end = session.store.history.record()
    const outcome = session.meta.get().entry?.status === 'modified' ? await discardPending(session) : 'done'
    if (outcome === 'done') session.discardChanges()
    end()
    if (outcome === 'done') void autosave.drop()
    if (outcome === 'done') showUndoToast(session.store, i18n.t('form.discarded'), i18n.t('common.undo'))
    finish(outcome)
  }
  const remove = async () => {
    setQuestion(null)
    const outcome = await deleteEntry(session)
    if (outcome !== 'done') return report(session, outcome, i18n)
    session.discardChanges()
    void autosave.drop()
    const { id } = session.meta.get().entry!
    void showDeleted({ uid: session.type.uid, ids: [id] }, { message: i18n.t('form.deleted'), i18n, client })
    void client.invalidateQueries({ queryKey: ['list'] })
    after.onDeleted()
  }
  const duplicate = async () => {
    const { entry } = session.meta.get()
    if (entry === null) return
    try {
      const params = { uid: session.type.uid, id: entry.id }
      const { data } = await call('POST /content/:uid/:id/clone', { params, body: {} })
      showToast({ message: i18n.t('form.duplicated') })
      after.onDuplicated(data.id)
    } catch (error) {
      showError(error)
    }
  }
  /** The entry is there again, perhaps with another id. */
  const restored = async (id: number) => {
    const before = session.meta.get().entry?.id
    report(session, await takeOver(session, null, id), i18n)
    void client.invalidateQueries({ queryKey: ['list'] })
    if (before !== id) after.onCreated()
  }
  return { restored, save, publish, publishNow, unpublish, discard, remove, duplicate, question, ask: setQuestion }
}

export type EntryActions = ReturnType<typeof useEntryActions>

function report({ store, meta }: EntrySession, outcome: Outcome, { t, count }: I18n): void {
  if (outcome === 'conflict' || outcome === 'done') return
  if (outcome === 'changed') {
    const { entry } = meta.get()
    const name = (entry === null ? null : savedBy(entry)) ?? t('form.someone')
    showToast({ message: t('form.changedUnseen', { name }), look: 'error' })
    return
  }
  if (outcome === 'failed') {
    const { error } = meta.get()
    if (error !== null) showError(error)
    return
  }
  const paths = store.problems.keys()
  showToast({
    message: paths.length === 0 ? t('form.failed') : count('form.problemCount', paths.length),
    look: 'error',
  })
  if (paths[0] !== undefined) jumpTo(store, paths[0])
}
