/** Hears what others do to the open entry. A form without unsaved work follows them; any other one says what they did. */
import type { OpenEntry } from '../../../../../src/admin-api/content-api.ts'
import type { ChangeEvent } from '../../../../../src/admin-api/draft-api.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { onChanges } from '../../../api/changes.ts'
import type { EntrySession } from './entry-session.ts'

export interface Watching {
  readonly session: EntrySession
  /** The id of the person. */
  readonly me: number
  /** The form shows what somebody else has saved. */
  readonly onFollowed: (by: string | null) => void
}

export function watchEntry({ session, me, onFollowed }: Watching): () => void {
  let looking: Promise<void> = Promise.resolve()
  const hear = (event: ChangeEvent) => {
    const { entry, busy } = session.meta.get()
    if (event.kind !== 'entry' || event.uid !== session.type.uid || entry === null) return
    if (event.id !== null && event.id !== entry.id) return
    if (event.id !== null && event.action === 'delete') {
      if (busy !== 'delete') session.elsewhere.set({ what: 'deleted', by: event.by?.name ?? null })
    } else if (event.by === null || event.by.id !== me) looking = looking.then(() => look(session, onFollowed))
  }
  let stop: (() => void) | undefined
  /** Nobody else can change an entry that was never saved. */
  const begin = () => {
    if (session.meta.get().entry !== null) stop ??= onChanges(hear)
  }
  const leave = session.meta.subscribe(begin)
  begin()
  return () => {
    leave()
    stop?.()
  }
}

async function look(session: EntrySession, onFollowed: Watching['onFollowed']): Promise<void> {
  const { meta, type } = session
  await idle(session)
  const { entry } = meta.get()
  if (entry === null) return
  const params = { uid: type.uid, id: entry.id }
  try {
    const { data } = await call('GET /content/:uid/:id', { params, query: {} })
    if (data.version !== entry.version && entry === meta.get().entry) show(session, data, onFollowed)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) session.elsewhere.set({ what: 'deleted', by: null })
  }
}

function show(session: EntrySession, theirs: OpenEntry, onFollowed: Watching['onFollowed']): void {
  const by = savedBy(theirs)
  const { busy, conflict } = session.meta.get()
  if (session.isUnsaved || busy !== null || conflict !== null) {
    session.elsewhere.set({ what: 'saved', by })
    return
  }
  const before = session.store.readAll()
  session.takeIn(theirs, null)
  if (!session.stillShows(before)) onFollowed(by)
}

/** Changes that wait to be published were made by whoever saved them, not by whoever published last. */
export function savedBy({ pending, updatedBy }: OpenEntry): string | null {
  return (pending === null ? updatedBy : pending.by)?.name ?? null
}

/** Until no request of the form is on its way. */
function idle({ meta }: EntrySession): Promise<void> {
  return new Promise(resolve => {
    const stop = meta.subscribe(check)
    function check(): void {
      if (meta.get().busy !== null) return
      stop()
      resolve()
    }
    check()
  })
}
