/** An end user: name, address, password, role and state. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EndUserInfo } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { SubmitDialog } from '../../../forms/submit-dialog.tsx'
import { useSubmit } from '../../../forms/use-submit.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Switch } from '../../../ui/inputs/checkbox.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { PasswordField, TextField } from '../../../ui/inputs/text-field.tsx'
import { AskButton } from '../../../ui/overlays/ask-button.tsx'
import { rolesQuery } from '../roles/roles-page.tsx'
import { useChanged } from '../shared/settings-query.ts'

export interface UserDialogProps {
  /** Absent: a new one. */
  readonly user: EndUserInfo | undefined
  readonly onClose: () => void
}

export function UserDialog({ user, onClose }: UserDialogProps): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const roles = useQuery(rolesQuery).data ?? []
  const [role, setRole] = useState(user?.role?.type ?? 'authenticated')
  const [confirmed, setConfirmed] = useState(user?.confirmed ?? true)
  const [blocked, setBlocked] = useState(user?.blocked ?? false)
  const form = useSubmit(async ({ username = '', email = '', password = '' }) => {
    const values = { username, email, role, confirmed, blocked }
    if (user === undefined) await call('POST /users', { body: { ...values, password } })
    else {
      const body = password === '' ? values : { ...values, password }
      await call('PUT /users/:id', { params: { id: user.id }, body })
    }
    await changed(t('access.userSaved'))
    onClose()
  })
  return (
    <SubmitDialog
      title={user?.username ?? t('access.newUser')}
      submitLabel={t('common.save')}
      form={form}
      before={user === undefined ? null : <DeleteUser user={user} onDone={onClose} />}
      onClose={onClose}
    >
      <TextField
        label={t('access.username')}
        name="username"
        required
        autoFocus={user === undefined}
        autoComplete="off"
        defaultValue={user?.username ?? ''}
        error={form.problems.username}
      />
      <TextField
        label={t('common.email')}
        name="email"
        type="email"
        required
        autoComplete="off"
        defaultValue={user?.email ?? ''}
        error={form.problems.email}
      />
      <PasswordField
        label={t(user === undefined ? 'common.password' : 'access.newPassword')}
        name="password"
        hint={user === undefined ? undefined : t('access.newPasswordHint')}
        required={user === undefined}
        autoComplete="new-password"
        error={form.problems.password}
      />
      <Select
        label={t('access.role')}
        value={role}
        options={roles.map(({ type, name }) => ({ value: type, label: name }))}
        onChange={setRole}
        error={form.problems.role}
      />
      <Switch
        label={t('access.confirmed')}
        hint={t('access.confirmedHint')}
        checked={confirmed}
        onChange={setConfirmed}
      />
      <Switch label={t('access.blocked')} hint={t('access.blockedHint')} checked={blocked} onChange={setBlocked} />
    </SubmitDialog>
  )
}

function DeleteUser({ user, onDone }: { readonly user: EndUserInfo; readonly onDone: () => void }): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const remove = async () => {
    await call('DELETE /users/:id', { params: { id: user.id } })
    await changed(t('access.userDeleted'))
    onDone()
  }
  return (
    <AskButton
      look="danger"
      label={t('settings.deleteButton')}
      title={t('access.deleteUser', { name: user.username })}
      onConfirm={remove}
    >
      {t('access.deleteUserText')}
    </AskButton>
  )
}
