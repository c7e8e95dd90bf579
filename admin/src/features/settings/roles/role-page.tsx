/** One role of end users: its name, and what it may do. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { GrantsInfo, UserRoleInfo } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { NewRole } from '../shared/new-role.tsx'
import { RemoveButton } from '../shared/remove-button.tsx'
import { RoleForm, type RoleInput } from '../shared/role-form.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { useChanged } from '../shared/settings-query.ts'
import { RoleGrants } from './role-grants.tsx'
import { rolesQuery } from './roles-page.tsx'
import { TryRole } from './try-role.tsx'

const route = getRouteApi('/settings/users-permissions/roles/$id')

export function NewRolePage(): ReactNode {
  return <NewRole place="roles" onCreate={body => call('POST /roles', { body })} />
}

export function RolePage(): ReactNode {
  const { t } = useTexts()
  const { id } = route.useParams()
  const roles = useQuery(rolesQuery)
  const role = roles.data?.find(known => String(known.id) === id)
  return (
    <SettingsFrame place={SETTINGS_PLACES.roles} title={role?.name ?? t('access.role')} subtitle={role?.description}>
      <Loaded query={roles} lines={6}>
        {() =>
          role === undefined ? (
            <EmptyState icon="lock" title={t('access.noSuchRole')} />
          ) : (
            <Role key={role.id} role={role} />
          )
        }
      </Loaded>
    </SettingsFrame>
  )
}

function Role({ role }: { readonly role: UserRoleInfo }): ReactNode {
  const { t } = useTexts()
  const changed = useChanged()
  const [changes, setChanges] = useState<GrantsInfo>({})
  const save = async (body: RoleInput) => {
    await call('PUT /roles/:id', { params: { id: role.id }, body })
    await changed(t('access.roleSaved'))
  }
  return (
    <div className="stack gap-4">
      <RoleForm role={role} onSend={save} actions={isNeeded(role) ? null : <DeleteRole role={role} />} />
      <RoleGrants role={role} changes={changes} onChange={setChanges} />
      <TryRole role={role} changes={changes} />
    </div>
  )
}

/** The server itself needs these two. */
function isNeeded({ type }: UserRoleInfo): boolean {
  return type === 'public' || type === 'authenticated'
}

function DeleteRole({ role }: { readonly role: UserRoleInfo }): ReactNode {
  const { t, count } = useTexts()
  return (
    <RemoveButton
      place={SETTINGS_PLACES.roles}
      title={t('access.deleteRole', { name: role.name })}
      onRemove={() => call('DELETE /roles/:id', { params: { id: role.id } })}
      done={t('access.roleDeleted')}
    >
      {count('access.deleteRoleText', role.users)}
    </RemoveButton>
  )
}
