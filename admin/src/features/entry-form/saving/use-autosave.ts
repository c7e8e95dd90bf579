import { useEffect, useMemo } from 'react'
import { Autosave } from './autosave.ts'
import type { EntrySession } from './entry-session.ts'

export function useAutosave(session: EntrySession, person: number): Autosave {
  const autosave = useMemo(() => new Autosave(session, person), [session, person])
  useEffect(() => autosave.start(), [autosave])
  return autosave
}
