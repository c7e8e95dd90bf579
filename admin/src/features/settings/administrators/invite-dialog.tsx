/** Invites somebody: they choose a password themselves, with a link. */
import { type ReactNode, useState } from 'react'
import type { Invitation } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { SubmitDialog } from '../../../forms/submit-dialog.tsx'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useChanged } from '../shared/settings-query.ts'
import { PersonFields, personValues } from './person-fields.tsx'
import { RoleChoice } from './role-choice.tsx'

export interface InviteDialogProps {
  readonly onInvited: (invitation: Invitation) => void
  readonly onClose: () => void
}

export function InviteDialog({ onInvited, onClose }: InviteDialogProps): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const [roles, setRoles] = useState<readonly string[]>([])
  const form = useSubmit(async values => {
    const { data } = await call('POST /admins/invite', { body: { ...personValues(values), roles } })
    await changed(null)
    onInvited(data)
  })
  return (
    <SubmitDialog title={t('access.invite')} submitLabel={t('access.makeInvitation')} form={form} onClose={onClose}>
      <PersonFields problems={form.problems} />
      <RoleChoice chosen={roles} error={form.problems.roles} onChange={setRoles} />
    </SubmitDialog>
  )
}
