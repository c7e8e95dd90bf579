/** One role of administrators: its name, and what it may do. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AdminRoleRights } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { NewRole } from '../shared/new-role.tsx'
import { RemoveButton } from '../shared/remove-button.tsx'
import { RoleForm, type RoleInput } from '../shared/role-form.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { useChanged } from '../shared/settings-query.ts'
import { adminRoleQuery } from './admin-role-queries.ts'
import { RoleRights } from './role-rights.tsx'

const route = getRouteApi('/settings/roles/$id')

const SUPER_ADMIN = 'strapi-super-admin'

export function NewAdminRolePage(): ReactNode {
  return <NewRole place="adminRoles" onCreate={body => call('POST /admin-roles', { body })} />
}

export function AdminRolePage(): ReactNode {
  const { t } = useTexts()
  const { id } = route.useParams()
  const isNumber = /^[1-9]\d{0,8}$/.test(id)
  const role = useQuery({ ...adminRoleQuery(id), enabled: isNumber })
  const { name, description } = role.data ?? {}
  return (
    <SettingsFrame place={SETTINGS_PLACES.adminRoles} title={name ?? t('access.role')} subtitle={description}>
      {isNumber ? (
        <Loaded query={role} lines={8}>
          {known => <Role key={known.id} role={known} />}
        </Loaded>
      ) : (
        <EmptyState icon="lock" title={t('access.noSuchRole')} />
      )}
    </SettingsFrame>
  )
}

function Role({ role }: { readonly role: AdminRoleRights }): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const save = async (body: RoleInput) => {
    await call('PUT /admin-roles/:id', { params: { id: role.id }, body })
    await changed(t('access.roleSaved'))
  }
  if (role.code === SUPER_ADMIN) return <Notice>{t('access.superRole')}</Notice>
  return (
    <div className="stack gap-4">
      <RoleForm role={role} onSend={save} actions={<DeleteRole role={role} />} />
      <RoleRights role={role} />
    </div>
  )
}

function DeleteRole({ role }: { readonly role: AdminRoleRights }): ReactNode {
  const { t } = useTexts()
  return (
    <RemoveButton
      place={SETTINGS_PLACES.adminRoles}
      title={t('access.deleteRole', { name: role.name })}
      onRemove={() => call('DELETE /admin-roles/:id', { params: { id: role.id } })}
      done={t('access.roleDeleted')}
    >
      {t('access.deleteAdminRoleText')}
    </RemoveButton>
  )
}
