import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { showError } from '../../../ui/overlays/toast.tsx'
import { useForm } from '../form-context.tsx'
import type { RelationState } from '../store/form-value.ts'
import { serverPath } from '../store/problem-paths.ts'
import { addPage } from '../store/relation-state.ts'

const PAGE = 10

/** Loads the next entries of a relation that the server already has. */
export function useMoreRelated(path: string): { readonly isBusy: boolean; readonly load: () => void } {
  const { store, session, type } = useForm()
  const [isBusy, setBusy] = useState(false)
  const load = async () => {
    const id = session.meta.get().entry?.id
    const { loaded } = store.values.get(path) as RelationState
    if (id === undefined) return
    setBusy(true)
    try {
      const answer = await call('GET /content/:uid/:id/relations/:field', {
        params: { uid: type.uid, id, field: serverPath(store, path) },
        query: { page: Math.floor(loaded.length / PAGE) + 1, pageSize: PAGE },
      })
      const state = store.values.get(path) as RelationState
      store.values.set(path, addPage(state, answer.data, answer.meta.pagination.total))
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, load: () => void load() }
}
