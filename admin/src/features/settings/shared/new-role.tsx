/** The page of a new role, of end users or of administrators. */
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/i18n.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { RoleForm, type RoleInput } from './role-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { useChanged } from './settings-query.ts'

export interface NewRoleProps {
  readonly place: 'roles' | 'adminRoles'
  readonly onCreate: (body: RoleInput) => Promise<{ readonly data: { readonly id: number } }>
}

export function NewRole({ place: name, onCreate }: NewRoleProps): ReactNode {
  const { t } = useTexts()
  const navigate = useNavigate()
  const changed = useChanged()
  const place = SETTINGS_PLACES[name]
  const create = async (body: RoleInput) => {
    const { data } = await onCreate(body)
    await navigate({ to: `${place.to}/$id`, params: { id: String(data.id) } })
    await changed(t('access.roleSaved'))
  }
  return (
    <SettingsFrame place={place} title={t('access.newRole')} subtitle={t('access.newRoleText')}>
      <RoleForm onSend={create} />
    </SettingsFrame>
  )
}
