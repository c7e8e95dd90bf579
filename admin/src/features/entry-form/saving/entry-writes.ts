/** The ways to save an open entry: each sends what the form has, and shows in it what the server answers. */
import type { Conflict, LocaleCheck, OpenEntry } from '../../../../../src/admin-api/content-api.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { checkAll } from '../store/check-values.ts'
import { isDifferent } from '../store/entry-input.ts'
import type { FormValues } from '../store/form-value.ts'
import { formPath } from '../store/problem-paths.ts'
import type { EntrySession, OpenConflict, Work } from './entry-session.ts'

/** What a save came to: `problems` are shown at their fields; `changed`: what others did is shown now, and was not published unseen. */
export type Outcome = 'done' | 'problems' | 'conflict' | 'changed' | 'failed'

/** Something that is done with an open entry, or is to be done when what runs has ended. */
interface Act {
  readonly what: Work
  readonly outcome: Promise<Outcome>
  readonly isWaiting: () => boolean
}

/** What was asked for last, until it has ended. */
const lastActs = new WeakMap<EntrySession, Act>()

export function saveEntry(session: EntrySession): Promise<Outcome> {
  return work(session, 'save', async () => {
    await session.unfinished.finish()
    return saveChanges(session, 'save')
  })
}

/** Saves what is not saved, and publishes it. */
export function publishEntry(session: EntrySession, locales?: readonly string[]): Promise<Outcome> {
  return work(session, 'publish', async () => {
    await session.unfinished.finish()
    if (session.showFindings(checkAll(session.store, false))) return 'problems'
    const outcome = await saveChanges(session, 'publish')
    if (outcome !== 'done') return outcome
    return withConflicts(session, 'publish', async () => {
      const body = locales === undefined ? {} : { locales }
      const { data } = await call('POST /content/:uid/:id/publish', { ...named(session), body })
      session.accept(data, undefined, session.store.saved)
    })
  })
}

export function unpublishEntry(session: EntrySession): Promise<Outcome> {
  return work(session, 'unpublish', async () => {
    return withConflicts(session, null, async () => {
      const { data } = await call('POST /content/:uid/:id/unpublish', { ...named(session), body: {} })
      session.accept(data, undefined, session.store.saved)
    })
  })
}

export function deleteEntry(session: EntrySession): Promise<Outcome> {
  return work(session, 'delete', async () => {
    await unlessChanged(session, () => call('DELETE /content/:uid/:id', named(session)))
    return 'done'
  })
}

/** Back to what is published. */
export function discardPending(session: EntrySession): Promise<Outcome> {
  return work(session, 'discard', async () => {
    const { data } = await unlessChanged(session, () => call('DELETE /content/:uid/:id/pending', named(session)))
    session.accept(data, [])
    return 'done'
  })
}

/** What publishing would say of the entry and its translations. The server looks at what is saved. */
export async function checkLocales(session: EntrySession): Promise<readonly LocaleCheck[]> {
  return (await call('GET /content/:uid/:id/checks', { params: params(session) })).data
}

/** Another person has saved: shows their version, and keeps what was changed here. */
export async function takeOver(
  session: EntrySession,
  next: OpenConflict['next'] = null,
  id = session.meta.get().entry!.id,
): Promise<Outcome> {
  const { data } = await call('GET /content/:uid/:id', { params: { uid: session.type.uid, id }, query: {} })
  return session.takeIn(data, next) ? 'done' : 'conflict'
}

/** Sends what is not saved yet. Drafts may be incomplete. */
async function saveChanges(session: EntrySession, next: 'save' | 'publish'): Promise<Outcome> {
  return session.isUnsaved ? send(session, next) : 'done'
}

async function send(session: EntrySession, next: 'save' | 'publish'): Promise<Outcome> {
  const { store, type } = session
  if (session.showFindings(checkAll(store, type.draftAndPublish))) return 'problems'
  if (session.askAgain(next)) return 'conflict'
  return withConflicts(session, next, async () => {
    const sent = store.readAll()
    session.sending(sent)
    const entry = await write(session, sent).catch(error => {
      if (isRefusal(error)) session.refused(sent)
      throw error
    })
    const typedSince = store.changed.keys().filter(name => isDifferent(sent[name], store.read(name)))
    session.accept(entry, typedSince, sent)
  })
}

/** Any other error may come from something between here and a server that has stored it all. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/**
 * Somebody else was faster: takes their changes over and tries again, unless the person has to choose. Nobody publishes what they
 * have not seen.
 */
async function withConflicts(
  session: EntrySession,
  next: OpenConflict['next'],
  task: () => Promise<void>,
): Promise<Outcome> {
  for (;;) {
    try {
      await task()
      return 'done'
    } catch (error) {
      const conflict = conflictOf(error)
      if (conflict === undefined) throw error
      const shown = session.store.readAll()
      const outcome = await takeOver(session, next, conflict.id)
      if (outcome !== 'done') return outcome
      if (next === 'publish' && !session.stillShows(shown)) return 'changed'
    }
  }
}

/** For what cannot be taken back by a merge: shows what somebody else did meanwhile, and lets the person ask again. */
async function unlessChanged<Answer>(session: EntrySession, task: () => Promise<Answer>): Promise<Answer> {
  try {
    return await task()
  } catch (error) {
    if (conflictOf(error) !== undefined) await takeOver(session)
    throw error
  }
}

function conflictOf(error: unknown): Partial<Conflict> | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const details = error.details as Partial<Conflict>
  return details.version === undefined ? undefined : details
}

async function write(session: EntrySession, sent: FormValues): Promise<OpenEntry> {
  const { entry } = session.meta.get()
  const { type, locale, translationOf } = session
  const data = session.inputOf(sent)
  if (entry === null) {
    const body = {
      data,
      ...(locale === null ? {} : { locale }),
      ...(translationOf === undefined ? {} : { translationOf }),
      draft: session.draftId,
    }
    return (await call('POST /content/:uid', { params: { uid: type.uid }, body })).data
  }
  const pending = entry.status === 'published' || entry.status === 'modified'
  const body = { data, ...(pending ? { pending } : {}) }
  return (await call('PUT /content/:uid/:id', { ...named(session), body })).data
}

function params({ type, meta }: EntrySession): { readonly uid: string; readonly id: number } {
  return { uid: type.uid, id: meta.get().entry!.id }
}

/** The entry, as this person has seen it. */
function named(session: EntrySession) {
  return { params: params(session), headers: { 'if-match': session.meta.get().entry!.version } }
}

/**
 * One after the other: what is asked for while something else runs is done afterwards, if that went well. So is a save that is asked
 * for during a save, since more may have been written; anything else is done once.
 */
function work(session: EntrySession, what: Work, task: () => Promise<Outcome>): Promise<Outcome> {
  const before = lastActs.get(session)
  if (before?.what === what && (what !== 'save' || before.isWaiting())) return before.outcome
  let isWaiting = before !== undefined
  const { takenIn } = session
  const start = async () => {
    isWaiting = false
    // Nobody publishes or deletes what they have not seen.
    if (what !== 'save' && session.takenIn !== takenIn) return 'changed'
    return perform(session, what, task)
  }
  const outcome = before === undefined ? start() : before.outcome.then(came => (goesOn(before, came) ? start() : came))
  const act: Act = { what, outcome, isWaiting: () => isWaiting }
  lastActs.set(session, act)
  const end = () => {
    if (lastActs.get(session) === act) lastActs.delete(session)
  }
  outcome.then(end, end)
  return outcome
}

/** There is nothing left to do with an entry that was deleted. */
function goesOn({ what }: Act, outcome: Outcome): boolean {
  return outcome === 'done' && what !== 'delete'
}

async function perform(session: EntrySession, busy: Work, task: () => Promise<Outcome>): Promise<Outcome> {
  session.change({ busy, error: null })
  try {
    return await task()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 404 && session.exists) session.elsewhere.set({ what: 'deleted', by: null })
    for (const { path, message } of error.problems)
      if (path.length > 0) session.showProblem({ path: formPath(session.store, path), message })
    if (error.problems.some(({ path }) => path.length > 0)) return 'problems'
    session.change({ error })
    return 'failed'
  } finally {
    session.change({ busy: null })
  }
}
