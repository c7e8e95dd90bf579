/** The end users: those who sign in to the websites and apps, not to the panel. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { EndUserInfo } from '../../../../../src/admin-api/access-api.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/i18n.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { EmptyState, Loaded } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Pager } from '../../../ui/lists/pager.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { ToolChoice, ToolSearch, Tools } from '../../../ui/page/tools.tsx'
import { rolesQuery } from '../roles/roles-page.tsx'
import { SETTINGS_PLACES } from '../settings-places.ts'
import { SettingsFrame } from '../shared/settings-frame.tsx'
import { UserDialog } from './user-dialog.tsx'
import { parseUserSearch, type UserSearch, userQueryOf } from './user-search.ts'

const route = getRouteApi('/settings/users-permissions/users')

const usersQuery = (search: UserSearch) => ({
  queryKey: ['settings', 'users', search],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => call('GET /users', { query: userQueryOf(search), signal }),
  placeholderData: keepPreviousData,
})

export function UsersPage(): ReactNode {
  const { t, count } = useTexts()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  // Another search begins with its first page.
  const change = (given: object) => navigate({ search: old => parseUserSearch({ ...old, page: undefined, ...given }) })
  const [open, setOpen] = useState<EndUserInfo | 'new'>()
  const users = useQuery(usersQuery(search))
  const create = (
    <Button look="primary" icon="add" onClick={() => setOpen('new')}>
      {t('access.newUser')}
    </Button>
  )
  return (
    <SettingsFrame place={SETTINGS_PLACES.users} actions={create}>
      <UserTools search={search} onChange={change} />
      <Loaded query={users} lines={6}>
        {({ data, meta: { pagination } }) => (
          <>
            <p role="status" className="small soft below-2">
              {count('access.usersFound', pagination.total)}
            </p>
            {data.length === 0 ? (
              <EmptyState icon="user" title={t('access.noUsers')} />
            ) : (
              <UserTable users={data} onOpen={setOpen} />
            )}
            <Pager pagination={pagination} sizes={[10, 25, 50, 100]} onChange={change} />
          </>
        )}
      </Loaded>
      {open === undefined ? null : (
        <UserDialog user={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
      )}
    </SettingsFrame>
  )
}

interface UserToolsProps {
  readonly search: UserSearch
  readonly onChange: (change: object) => void
}

function UserTools({ search, onChange }: UserToolsProps): ReactNode {
  const { t } = useTexts()
  const roles = useQuery(rolesQuery).data ?? []
  return (
    <Tools end={null}>
      <ToolSearch label={t('access.searchUsers')} value={search.q ?? ''} onSearch={q => onChange({ q })} />
      <ToolChoice
        label={t('access.role')}
        value={search.role ?? ''}
        options={[
          { value: '', label: t('access.anyRole') },
          ...roles.map(({ type, name }) => ({ value: type, label: name })),
        ]}
        onChange={role => onChange({ role })}
      />
      <ToolChoice<'true' | 'false'>
        label={t('access.blocked')}
        value={search.blocked ?? ''}
        options={[
          { value: '', label: t('history.anyState') },
          { value: 'false', label: t('access.notBlocked') },
          { value: 'true', label: t('access.blocked') },
        ]}
        onChange={blocked => onChange({ blocked })}
      />
    </Tools>
  )
}

interface UserTableProps {
  readonly users: readonly EndUserInfo[]
  readonly onOpen: (user: EndUserInfo) => void
}

function UserTable({ users, onOpen }: UserTableProps): ReactNode {
  const { t } = useTexts()
  return (
    <Table
      label={t('shell.placeUsers')}
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        {
          header: t('access.username'),
          cell: user => (
            <div className="stack gap-1 breaks">
              <span>
                <button type="button" className="bare leaf underlines pad-0" onClick={() => onOpen(user)}>
                  {user.username}
                </button>
              </span>
              <span className="small soft">{user.email}</span>
            </div>
          ),
        },
        { header: t('access.role'), cell: ({ role }) => role?.name ?? '–', wideOnly: true },
        { header: t('history.state'), cell: user => <State user={user} /> },
      ]}
    />
  )
}

function State({ user: { blocked, confirmed } }: { readonly user: EndUserInfo }): ReactNode {
  const { t } = useTexts()
  if (blocked) return <Badge look="bad">{t('access.blocked')}</Badge>
  return confirmed ? (
    <Badge look="good">{t('access.confirmed')}</Badge>
  ) : (
    <Badge look="waiting">{t('access.notConfirmed')}</Badge>
  )
}
