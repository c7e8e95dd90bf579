import { call } from '../../../api/call.ts'
import { settingsQuery } from '../shared/settings-query.ts'

export const adminRolesQuery = settingsQuery(['admin roles'], options => call('GET /admin-roles', options))

export const adminActionsQuery = settingsQuery(['admin actions'], options => call('GET /admin-actions', options))

export const adminRoleQuery = (id: string) =>
  settingsQuery(['admin role', id], options => call('GET /admin-roles/:id', { params: { id }, ...options }))
