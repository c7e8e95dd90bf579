import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SavedView, SavedViewInput } from '../../../../../src/admin-api/view-api.ts'
import { call } from '../../../api/call.ts'
import { sessionQuery } from '../../../api/queries.ts'
import { useSubmit } from '../../../api/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextField } from '../../../ui/inputs/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
import type { List } from '../use-list.ts'
import { savedPart } from './view-search.ts'

interface SaveViewProps {
  readonly list: List
  /** The view to rename; a new one if absent. */
  readonly view: SavedView | undefined
  readonly onClose: () => void
  readonly onSaved: (view: SavedView) => void
}

/** Gives the list a name, for oneself, for the people with a role, or for all. */
export function SaveViewDialog({ list, view, onClose, onSaved }: SaveViewProps): ReactNode {
  const { t } = useTexts()
  const [owner, setOwner] = useState(ownerText(view?.owner ?? 'me'))
  const { busy, error, problems, onSubmit } = useSubmit(async ({ name = '' }) => {
    const input = { name: name.trim(), owner: parseOwner(owner) }
    const { data } =
      view === undefined
        ? await call('POST /saved-views', { body: { uid: list.type.uid, ...input, ...savedPart(list.search) } })
        : await call('PUT /saved-views/:id', { params: { id: view.id }, body: input })
    showToast({ message: t('list.viewSaved', { name: data.name }) })
    onSaved(data)
  })
  const actions = (
    <>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
      <Button look="primary" type="submit" form="save-view" busy={busy}>
        {t('common.save')}
      </Button>
    </>
  )
  return (
    <Dialog
      title={t(view === undefined ? 'list.saveView' : 'list.renameView')}
      open
      size="small"
      onClose={onClose}
      closeLabel={t('common.close')}
      actions={actions}
    >
      <form id="save-view" onSubmit={onSubmit}>
        <Stack gap={4}>
          <TextField
            label={t('list.viewName')}
            name="name"
            defaultValue={view?.name ?? ''}
            error={problems.name}
            required
            autoFocus
            autoComplete="off"
          />
          <Select label={t('list.viewFor')} value={owner} options={useOwners()} onChange={setOwner} />
          {error === undefined || problems.name !== undefined ? null : <Notice look="error">{error}</Notice>}
        </Stack>
      </form>
    </Dialog>
  )
}

function useOwners() {
  const { t } = useTexts()
  const { data: session } = useSuspenseQuery(sessionQuery)
  return [
    { value: 'me', label: t('list.forMe') },
    ...session.administrator.roles.map(({ id, name }) => ({ value: String(id), label: t('list.forRole', { name }) })),
    { value: 'all', label: t('list.forAll') },
  ]
}

type Owner = SavedViewInput['owner']

const ownerText = (owner: Owner): string => (typeof owner === 'object' ? String(owner.role) : owner)

function parseOwner(text: string): Owner {
  return text === 'me' || text === 'all' ? text : { role: Number(text) }
}
