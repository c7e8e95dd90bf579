/** Keeps a request under a name, so that clients can ask for it by that. For super administrators. */
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { AddressedQuery } from '../../../../src/admin-api/explain-api.ts'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { call } from '../../api/call.ts'
import { sessionQuery } from '../../api/queries.ts'
import { SubmitDialog } from '../../forms/submit-dialog.tsx'
import { useSubmit } from '../../forms/use-submit.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { definitionOf } from './query-forms.ts'

export interface SaveQueryProps {
  readonly type: TypeInfo
  readonly query: AddressedQuery
}

export function SaveQuery({ type, query }: SaveQueryProps): ReactNode {
  const { t } = useTexts()
  const { rights } = useSuspenseQuery(sessionQuery).data
  const [isOpen, setOpen] = useState(false)
  if (!rights.superAdmin || query.part === 'aggregate') return null
  return (
    <>
      <Button icon="star" onClick={() => setOpen(true)}>
        {t('explorer.save')}
      </Button>
      {isOpen ? <SaveDialog type={type} query={query} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function SaveDialog({ type, query, onClose }: SaveQueryProps & { readonly onClose: () => void }): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useSubmit(async ({ name = '' }) => {
    await call('POST /queries', { body: { name, definition: definitionOf(type, query) } })
    await client.invalidateQueries({ queryKey: ['settings'] })
    showToast({ message: t('settings.querySaved') })
    onClose()
    await navigate({ to: '/settings/queries/$name', params: { name } })
  })
  return (
    <SubmitDialog title={t('explorer.save')} submitLabel={t('common.save')} form={form} onClose={onClose}>
      <p className="soft">{t('explorer.saveText')}</p>
      <TextField
        label={t('settings.queryName')}
        hint={t('settings.queryNameHint')}
        name="name"
        required
        autoFocus
        autoComplete="off"
        error={form.problems.name}
      />
    </SubmitDialog>
  )
}
