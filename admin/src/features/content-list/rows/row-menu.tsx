import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ListRow } from '../../../../../src/admin-api/content-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { IconButton } from '../../../ui/inputs/button.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { showError, showToast } from '../../../ui/overlays/toast.tsx'
import { listsKey } from '../list-queries.ts'
import type { List } from '../use-list.ts'

const DeleteDialog = lazy(async () => ({ default: (await import('../bulk/delete-dialog.tsx')).DeleteDialog }))

/** What can be done with one entry. */
export function RowMenu({ list, row }: { readonly list: List; readonly row: ListRow }): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [deleting, setDeleting] = useState(false)
  const { uid, rights } = list.type
  const open = (id: number) =>
    navigate({ to: '/content-manager/collection-types/$uid/$id', params: { uid, id: String(id) } })
  const { mutate: duplicate } = useMutation({
    mutationFn: () => call('POST /content/:uid/:id/clone', { params: { uid, id: row.id }, body: {} }),
    onSuccess: ({ data }) => {
      client.invalidateQueries({ queryKey: listsKey(uid) })
      showToast({ message: t('list.duplicated', { title: row.title }) })
      open(data.id)
    },
    onError: error => showError(error),
  })
  const items: readonly MenuItem[] = [
    { label: t('list.edit'), icon: 'edit', onClick: () => open(row.id) },
    ...(rights.create === false
      ? []
      : [{ label: t('list.duplicate'), icon: 'copy' as const, onClick: () => duplicate() }]),
    ...(rights.delete === false
      ? []
      : [{ label: t('list.delete'), icon: 'trash' as const, danger: true, onClick: () => setDeleting(true) }]),
  ]
  return (
    <>
      <Menu target={<IconButton label={t('list.actionsOf', { title: row.title })} icon="more" />} items={items} />
      {deleting ? (
        <Suspense>
          <DeleteDialog list={list} chosen={{ ids: [row.id] }} amount={1} onClose={() => setDeleting(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
