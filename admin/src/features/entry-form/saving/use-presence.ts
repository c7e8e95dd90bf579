/** Says where the person is, and hears where the others are. */
import { useEffect, useMemo } from 'react'
import type { Presence } from '../../../../../src/admin-api/content-api.ts'
import { call } from '../../../api/call.ts'
import { onChanges } from '../../../api/changes.ts'
import { Cell, useCell } from '../store/cell.ts'
import { serverPath } from '../store/problem-paths.ts'
import type { EntrySession } from './entry-session.ts'

const EVERY = 20_000

const tab = Math.random().toString(36).slice(2, 10)

export function usePresence(session: EntrySession, me: number): Cell<readonly Presence[]> {
  const people = useMemo(() => new Cell<readonly Presence[]>(session.meta.get().entry?.presence ?? []), [session])
  const id = useCell(session.meta).entry?.id
  const { uid } = session.type
  useEffect(() => {
    if (id === undefined) return undefined
    let path: string | null = null
    const send = (gone: boolean) =>
      call('POST /presence', { body: { uid, id, tab, path, ...(gone ? { gone } : {}) }, renew: false }).then(
        ({ data }) => !gone && people.set(data),
        () => undefined,
      )
    const focused = (event: FocusEvent) => {
      const field = (event.target as HTMLElement).closest?.<HTMLElement>('[data-path]')
      const next = field?.dataset.path === undefined ? null : serverPath(session.store, field.dataset.path)
      if (next === path) return
      path = next
      void send(false)
    }
    const stop = onChanges(event => {
      if (event.kind === 'presence' && event.uid === uid && event.id === id)
        people.set(event.people.filter(({ person }) => person.id !== me))
    })
    void send(false)
    const timer = setInterval(() => void send(false), EVERY)
    document.addEventListener('focusin', focused)
    return () => {
      clearInterval(timer)
      document.removeEventListener('focusin', focused)
      stop()
      void send(true)
    }
  }, [uid, id, me, session, people])
  return people
}
