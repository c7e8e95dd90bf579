/** Says that entries were deleted, with a button that brings them back from the trash. */
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { I18n } from '../../i18n/i18n.tsx'
import { showError, showToast } from '../../ui/overlays/toast.tsx'
import { listsKey } from './list-queries.ts'

/** As many as a page of the trash lists. More are restored there. */
const MOST = 100

export interface Deleted {
  readonly uid: string
  readonly ids: readonly number[]
}

interface Telling {
  readonly message: string
  readonly i18n: I18n
  readonly client: QueryClient
}

export async function showDeleted({ uid, ids }: Deleted, { message, i18n, client }: Telling): Promise<void> {
  const places = await placesInTrash(uid, ids)
  const restore = async () => {
    try {
      for (const id of places.toReversed()) await call('POST /trash/:id/restore', { params: { id }, body: {} })
      showToast({ message: i18n.count('list.restoredDone', places.length) })
    } catch (error) {
      showError(error)
    }
    await client.invalidateQueries({ queryKey: listsKey(uid) })
  }
  const action = { label: i18n.t('common.undo'), onClick: () => void restore() }
  showToast({ message, ...(places.length < ids.length ? {} : { action }) })
}

/** None, if the project keeps no trash. */
async function placesInTrash(uid: string, ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length > MOST) return []
  try {
    const { data } = await call('GET /trash', { query: { uid, limit: MOST } })
    // The newest come first: an id may have been used before.
    return ids.flatMap(id => data.find(({ entry }) => entry === id)?.id ?? [])
  } catch {
    return []
  }
}
