import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SavedView, SavedViewInput } from '../../../../../src/admin-api/view-api.ts'
import { call } from '../../../api/call.ts'
import { sessionQuery } from '../../../api/queries.ts'
import { SubmitDialog } from '../../../forms/submit-dialog.tsx'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { NameField } from '../../../ui/inputs/name-field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
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
  const form = useSubmit(async ({ name = '' }) => {
    const input = { name: name.trim(), owner: parseOwner(owner) }
    const { data } =
      view === undefined
        ? await call('POST /saved-views', { body: { uid: list.type.uid, ...input, ...savedPart(list.search) } })
        : await call('PUT /saved-views/:id', { params: { id: view.id }, body: input })
    showToast({ message: t('list.viewSaved', { name: data.name }) })
    onSaved(data)
  })
  return (
    <SubmitDialog
      title={t(view === undefined ? 'list.saveView' : 'list.renameView')}
      size="small"
      submitLabel={t('common.save')}
      form={form}
      fields={['name']}
      onClose={onClose}
    >
      <NameField label={t('list.viewName')} name={view?.name} error={form.problems.name} />
      <Select label={t('list.viewFor')} value={owner} options={useOwners()} onChange={setOwner} />
    </SubmitDialog>
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
