/** An entry that was deleted: in the form that has it open, or on the page of its address. It can be brought back from the trash. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TrashItem } from '../../../../src/admin-api/history-api.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { showError, showToast } from '../../ui/overlays/toast.tsx'
import { useForm } from './form-context.tsx'
import { useCell } from './store/cell.ts'

interface DeletedNoticeProps {
  readonly by: string | null
  /** With the id that it has now. */
  readonly onRestored: (id: number) => Promise<void>
}

/** What was typed meanwhile stays in the form, and is merged with what comes back. */
export function DeletedNotice({ by, onRestored }: DeletedNoticeProps): ReactNode {
  const { t } = useTexts()
  const { session, type } = useForm()
  const { entry } = useCell(session.meta)
  const { item, restore } = useTrashed(type.uid, entry?.id, onRestored)
  const name = by ?? item?.by?.name ?? t('form.someone')
  return (
    <Notice look="error">
      <div className="row wrap spread gap-2">
        <span>
          {t('form.deletedBy', { name })} {t('form.deletedKept')}
        </span>
        {item === undefined ? null : (
          <Button size="small" icon="history" onClick={restore}>
            {t('history.restoreEntry')}
          </Button>
        )}
      </div>
    </Notice>
  )
}

interface DeletedPageProps {
  readonly uid: string
  readonly id: number
  readonly onRestored: (id: number) => Promise<void>
}

export function DeletedPage({ uid, id, onRestored }: DeletedPageProps): ReactNode {
  const { t, ago } = useTexts()
  const { item, restore } = useTrashed(uid, id, onRestored)
  const toList = (
    <Link to="/content-manager/collection-types/$uid" params={{ uid }}>
      {t('form.toList')}
    </Link>
  )
  if (item === undefined)
    return (
      <EmptyState isPage icon="help" title={t('form.gone')} action={toList}>
        {t('form.goneText')}
      </EmptyState>
    )
  const said = { name: item.by?.name ?? t('form.someone'), title: item.title, when: ago(item.deletedAt) }
  const action = (
    <div className="stack gap-3">
      <Button look="primary" icon="history" onClick={restore}>
        {t('history.restoreEntry')}
      </Button>
      {toList}
    </div>
  )
  return (
    <EmptyState isPage icon="trash" title={t('form.deletedTitle')} action={action}>
      {t('form.deletedText', said)}
    </EmptyState>
  )
}

/** The entry as it is in the trash; nothing if it is not there, or the project keeps none. */
function useTrashed(uid: string, id: number | undefined, onRestored: (id: number) => Promise<void>) {
  const { t } = useTexts()
  const client = useQueryClient()
  const { data: item } = useQuery({
    queryKey: ['trash', 'entry', uid, id],
    enabled: id !== undefined,
    retry: false,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<TrashItem | null> =>
      (await call('GET /trash', { query: { uid, entry: id!, limit: 1 }, signal })).data[0] ?? null,
  })
  const restore = async (place: number) => {
    try {
      const { data } = await call('POST /trash/:id/restore', { params: { id: place }, body: {} })
      await onRestored(data.id)
      showToast({ message: t('history.restoredEntry') })
    } catch (error) {
      showError(error)
    }
    void client.invalidateQueries({ queryKey: ['trash'] })
  }
  return { item: item ?? undefined, restore: () => item && void restore(item.id) }
}
