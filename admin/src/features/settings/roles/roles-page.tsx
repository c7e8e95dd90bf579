/** The roles of end users: what visitors, users and their like may do in the API. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UserRoleInfo } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { Listed } from '../shared/listed.tsx'
import { NameCell } from '../shared/name-cell.tsx'
import { NewButton } from '../shared/new-button.tsx'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { settingsQuery } from '../shared/settings-query.ts'

export const rolesQuery = settingsQuery(['roles'], options => call('GET /roles', options))

export function RolesPage(): ReactNode {
  const { t, number } = useTexts()
  const create = <NewButton to="/settings/users-permissions/roles/new">{t('access.newRole')}</NewButton>
  return (
    <SettingsFrame place={SETTINGS_PLACES.roles} actions={create}>
      <Listed
        label={t('shell.placeRoles')}
        query={useQuery(rolesQuery)}
        empty={t('access.noRoles')}
        emptyIcon="lock"
        keyOf={({ id }) => id}
        columns={[
          { header: t('access.name'), cell: nameCell },
          { header: t('access.roleType'), cell: ({ type }) => <code>{type}</code>, wideOnly: true },
          { header: t('shell.placeUsers'), cell: ({ users }) => number(users), align: 'end' },
        ]}
      />
    </SettingsFrame>
  )
}

function nameCell({ id, name, description }: UserRoleInfo): ReactNode {
  return (
    <NameCell text={description}>
      <Link to="/settings/users-permissions/roles/$id" params={{ id: String(id) }}>
        {name}
      </Link>
    </NameCell>
  )
}
