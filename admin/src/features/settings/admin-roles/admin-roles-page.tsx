/** The roles of administrators: what people may do in the panel. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AdminRoleInfo } from '../../../../../src/admin-api/access-api.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { Listed } from '../shared/listed.tsx'
import { NameCell } from '../shared/name-cell.tsx'
import { NewButton } from '../shared/new-button.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { adminRolesQuery } from './admin-role-queries.ts'

export function AdminRolesPage(): ReactNode {
  const { t, number } = useTexts()
  const create = <NewButton to="/settings/roles/new">{t('access.newRole')}</NewButton>
  return (
    <SettingsFrame place={SETTINGS_PLACES.adminRoles} actions={create}>
      <Listed
        label={t('shell.placeAdminRoles')}
        query={useQuery(adminRolesQuery)}
        empty={t('access.noRoles')}
        emptyIcon="lock"
        keyOf={({ id }) => id}
        columns={[
          { header: t('access.name'), cell: nameCell },
          { header: t('access.adminRolePeople'), cell: ({ users }) => number(users), align: 'end' },
        ]}
      />
    </SettingsFrame>
  )
}

function nameCell({ id, name, description }: AdminRoleInfo): ReactNode {
  return (
    <NameCell text={description}>
      <Link to="/settings/roles/$id" params={{ id: String(id) }}>
        {name}
      </Link>
    </NameCell>
  )
}
